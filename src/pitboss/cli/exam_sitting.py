"""An exam that is sat in the terminal: against the clock, every answer kept at once, the record signed at the end."""

import getpass
import secrets
from pathlib import Path

from pitboss.cli.exam import LARGEST_SEED, AskedExam
from pitboss.cli.kept_file import held, now, read_kept, write_kept
from pitboss.cli.keyboard import Keyboard
from pitboss.cli.new import write_new
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, plain, safe, screen, shown
from pitboss.cli.task_screen import ask_answer, show_task
from pitboss.cli.verify_certificate import other_school
from pitboss.house.fair.keys import Keys, KeyTrouble
from pitboss.house.store.addresses import data_folder
from pitboss.messages.tasks import DrillAnswer
from pitboss.school.drawing import begin
from pitboss.school.drills import DRILLS, make_task
from pitboss.school.exam import (
    MINUTE,
    BadExam,
    ExamRefused,
    ExamResult,
    ExamSitting,
    finish,
    give,
    rules_of,
    take_up,
    tick,
    time_left,
)
from pitboss.school.signed import record_line, sign_result
from pitboss.table.rules import Rules
from pitboss.wording.things import many

KEY = "examiner.key"
LONGEST = 80
"""Characters of a name."""
SKIP, FINISH = "skip", "finish"


def sit_down(
    asked: AskedExam, seed: int | None, output: Path, who: str | None, examiner: str | None, key_file: Path | None
) -> int:
    """A sitting, or the rest of one that was left; its record is written at the end."""
    _free(output)
    beside = output.with_name(f"{output.name}.sitting")
    console = screen()
    keys = Keyboard(console)
    with keys.listening(), held(beside, 0.0, tidy=True):
        signer = _signer(key_file)
        sitting = read_kept(beside, ExamSitting, "sitting of an exam")
        if sitting is None:
            sitting = _new_sitting(asked, seed, who, examiner)
        else:
            _same(asked, sitting, beside, seed, who)
            sitting = take_up(sitting, now())
            console.print(f"{safe(sitting.who)} goes on with the exam: {_left(sitting)}.", style="bold")
        try:
            rules = rules_of(sitting.games)
        except BadExam as bad:
            raise Trouble(f"{shown(beside)}: {bad}") from None
        if not keys.anything() and not keys.stopped:
            raise Trouble("nobody is there to answer; an exam is sat at a terminal")
        write_kept(beside, sitting)
        sat = _Evening(keys, rules, sitting, beside)
        if not sat.ended():
            console.print(
                f"Left, and kept in {shown(beside)}. The same command goes on; the clock runs.", soft_wrap=True
            )
            return 128 + keys.stopped if keys.stopped else GOOD
        result = finish(sat.sitting, rules, now())
        _write_record(output, result, signer)
        beside.unlink(missing_ok=True)
    return _told(result, output)


class _Evening:
    """The tasks one after the other."""

    def __init__(self, keys: Keyboard, rules: dict[str, Rules], sitting: ExamSitting, file: Path) -> None:
        self.keys, self.rules, self.sitting, self.file = keys, rules, sitting, file
        self.console = keys.console

    def ended(self) -> bool:
        """Goes through the tasks that have no answer; whether the exam is over, or was only left."""
        exam = self.sitting.exam
        self.console.print(exam.title, style="bold underline")
        self.console.print(
            f"{many(exam.tasks, 'task').capitalize()}, {exam.minutes} minutes; {exam.pass_percent}% are needed. An "
            "answer stands once it is given. ? says how to answer; skip goes on, finish hands in, q leaves."
        )
        place = -1
        while self.sitting.open and time_left(self._tick()):
            place = next((each for each in self.sitting.open if each > place), self.sitting.open[0])
            said = self._ask(place)
            if said is None:
                return False
            if said == FINISH:
                return True
        if not time_left(self.sitting):
            self.console.print(f"The {exam.minutes} minutes are over.", style="bold yellow")
        return True

    def _tick(self) -> ExamSitting:
        self.sitting = tick(self.sitting, now(), watched=False)  # nobody looks while the trainee thinks
        return self.sitting

    def _ask(self, place: int) -> str | None:
        """One task; the word that was typed instead of an answer, or None where the trainee leaves."""
        name = self.sitting.tasks[place]
        rules = self.rules[name.game]
        task = make_task(rules, name)
        self.console.print()
        title = DRILLS[name.drill].title  # that of the topic could tell what is to be found
        self.console.print(f"Task {place + 1} of {len(self.sitting.tasks)}: {title}", style="bold underline")
        self.console.print(f"  {rules.book.title}; {_left(self.sitting)}", style="dim")
        show_task(self.console, rules, task)

        def take(answer: DrillAnswer) -> str:
            try:
                self.sitting = give(self._tick(), self.rules, place, answer, now())
            except ExamRefused as refused:
                self._tick()
                return str(refused)
            write_kept(self.file, self.sitting)
            return ""

        said = ask_answer(self.console, self.keys, rules, task, take, also=(SKIP, FINISH))
        write_kept(self.file, self._tick())
        if said not in (None, "", SKIP, FINISH):
            self.console.print(f"  Not taken: {said}.", style="yellow")
        return said


# --- before and after -------------------------------------------------------------------------------------------------


def _free(output: Path) -> None:
    if output.exists():
        raise Trouble(f"{shown(output)}: there is already such a file; a record is never written over")
    if not output.absolute().parent.is_dir():
        raise Trouble(f"{shown(output)}: the directory does not exist")


def _signer(key_file: Path | None) -> Keys:
    """The examiner's key; his own in the data folder is made where there is none."""
    path = data_folder() / KEY if key_file is None else key_file
    made = key_file is None and not path.exists()
    try:
        keys = Keys.load(path, make=made)
    except KeyTrouble as trouble:
        raise Trouble(safe(str(trouble))) from None
    if made:
        print(f"A key of your own was made in {shown(path)}; it signs your records. Keep a copy of it.")
        print(f"Its public key, by which others know your records: {keys.public}")
    return keys


def _new_sitting(asked: AskedExam, seed: int | None, who: str | None, examiner: str | None) -> ExamSitting:
    if who is None:
        raise Trouble("--who is missing: who sits the exam")
    name = _name(who, "--who")
    by = _name(examiner, "--examiner") if examiner is not None else _account()
    drawn = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    return begin(asked.exam, asked.rules, name, drawn, now(), examiner=by)


def _name(text: str, option: str) -> str:
    name = text.strip()
    if not 1 <= len(name) <= LONGEST or not name.isprintable():
        raise Trouble(f"{option}: a name has 1 to {LONGEST} printable characters")
    return name


def _account() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def _same(asked: AskedExam, sitting: ExamSitting, beside: Path, seed: int | None, who: str | None) -> None:
    """A sitting is gone on with only by whoever began it, with the same exam."""
    file = shown(beside)
    if other := other_school(sitting):
        raise Trouble(f"{file}: its tasks cannot be made again here: {other}; end it with the version of then")
    if sitting.exam != asked.exam:
        raise Trouble(
            f"{file}: a sitting of another exam was left there: {plain(sitting.exam.title)}; choose another -o"
        )
    if who is not None and who.strip() != sitting.who:
        raise Trouble(f"{file}: {plain(sitting.who)} has left a sitting there; choose another -o")
    if seed is not None and seed != sitting.seed:
        raise Trouble(f"{file}: the sitting that was left there has other tasks, of seed {sitting.seed}")


def _left(sitting: ExamSitting) -> str:
    minutes = -(-time_left(sitting) // MINUTE)
    return f"{many(len(sitting.open), 'task')} and {many(minutes, 'minute')} left"


def _write_record(output: Path, result: ExamResult, signer: Keys) -> None:
    line = record_line(sign_result(result, signer.public, signer.sign))
    if problem := write_new(output, line.decode()):
        raise Trouble(f"{shown(output)}: {problem}; the sitting is kept beside it")


def _told(result: ExamResult, output: Path) -> int:
    from pitboss.cli.screen import to_copy

    score, exam = result.score, result.sitting.exam
    console = screen()
    console.print()
    verdict = "Passed" if score.passed else "Not passed"
    console.print(
        f"{verdict}: {score.right} of {score.tasks} right, {score.percent}%; {exam.pass_percent}% are needed.",
        style="bold",
    )
    console.print(f"Signed and written to {shown(output)}.", soft_wrap=True)
    sheet = () if score.passed else ("--table-test",)
    paper = to_copy("certificate", output, *sheet, "-o", output.with_suffix(".pdf"))
    console.print(f"Print it: {paper}", markup=False, soft_wrap=True)
    return GOOD if score.passed else FINDINGS
