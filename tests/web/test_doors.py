"""Coming in: the first manager's link, one's own password, and the accounts of others. What is wrong is said at its
field, in the house's own figures."""

from pathlib import Path

from playwright.sync_api import Locator, expect

from house.server_support import PASSWORD, Served, served
from pitboss.house.people import names, passwords
from web.conftest import Visit
from web.test_pages import serious
from web.visitor import Visitor


def typed(visitor: Visitor, **values: str) -> None:
    for name, value in values.items():
        visitor.find(f"[name={name}]").fill(value)


def wrong(visitor: Visitor, name: str) -> Locator:
    return visitor.find(f"#field-{name}-said")


def test_the_first_manager(visit: Visit, tmp_path: Path) -> None:
    """The rules of the house are said before and while one types; whatever it refuses stands at its field."""
    with served(tmp_path / "new") as fresh:
        visitor = visit(fresh.url)
        visitor.open(f"/setup#{fresh.set_up}")
        rules = visitor.find(".rules li")
        expect(rules.first).to_contain_text(f"{passwords.SHORTEST} to {passwords.LONGEST} characters")
        expect(visitor.find("#field-handle-hint")).to_contain_text(names.ALLOWED)
        assert serious(visitor) == [] and visitor.raw() == []
        rule = visitor.find(".rules [data-rule=name]")
        typed(visitor, handle="Maria", password="maria", again="")
        expect(rule).not_to_have_class("met")
        typed(visitor, password="short")
        expect(rule).to_have_class("met")
        typed(visitor, password="x" * (passwords.SHORTEST - 1), again="y")
        visitor.page.keyboard.press("Enter")
        expect(wrong(visitor, "password")).to_contain_text(f"this one has {passwords.SHORTEST - 1}")
        typed(visitor, password="x" * passwords.SHORTEST, again="x" * passwords.SHORTEST)
        visitor.page.keyboard.press("Enter")
        expect(wrong(visitor, "password")).to_contain_text(f"at least {passwords.VARIED} different")
        typed(visitor, password=PASSWORD, again="another sentence")
        visitor.page.keyboard.press("Enter")
        expect(wrong(visitor, "again")).to_have_text("The two passwords differ.")
        typed(visitor, handle="a/b", again=PASSWORD)
        expect(visitor.find(".rules .met")).to_have_count(4)
        visitor.page.keyboard.press("Enter")
        expect(wrong(visitor, "handle")).to_contain_text("Allowed:")
        typed(visitor, handle="correct horse battery")
        visitor.page.keyboard.press("Enter")
        expect(wrong(visitor, "password")).to_contain_text("The name itself is no password.")
        typed(visitor, handle="Maria")
        visitor.page.keyboard.press("Enter")
        visitor.page.wait_for_url(f"{fresh.url}/")
        expect(visitor.find(".top-name")).to_have_text("Maria")
        visitor.close()


def test_a_link_that_was_cut(visit: Visit) -> None:
    """Without its last part, or with half a character in it, the page says what it needs."""
    for hash_ in ("", "#%E0%A4%A"):
        visitor = visit()
        visitor.open(f"/setup{hash_}")
        expect(visitor.find(".note.bad")).to_contain_text("the whole link")
        assert visitor.find("form").count() == 0


def test_ones_own_password(visit: Visit, server: Served) -> None:
    """Whoever was given a first password changes it where he signs in; the old one is worth nothing afterwards."""
    person = server.staff("Paula", "dealer")
    visitor = visit().known(person.token)
    visitor.open("/sign-in")
    visitor.find("summary", has_text="Change your password").click()
    new = "another long sentence"
    typed(visitor, old="not this one", new=new, again=new)
    visitor.find("button", has_text="Change it").click()
    expect(wrong(visitor, "old")).not_to_be_empty()
    typed(visitor, old=PASSWORD)
    assert serious(visitor) == [] and visitor.raw() == [] and visitor.wide() <= 0
    visitor.page.keyboard.press("Enter")
    expect(visitor.find(".own-password [role=status]")).to_contain_text("Changed.")
    answer = server.http.post("/api/v1/login", json={"handle": "Paula", "password": PASSWORD})
    assert answer.status_code == 401
    assert server.http.post("/api/v1/login", json={"handle": "Paula", "password": new}).status_code == 200


def test_accounts_of_others(visit: Visit, server: Served) -> None:
    """Made, given other roles, disabled and enabled; a password or a name that will not do is said at its field."""
    server.manager.confirm(PASSWORD)
    visitor = visit().known(server.manager.token)
    visitor.open("/accounts")
    visitor.find("summary", has_text="New account").click()
    form = visitor.find("form[data-act=new]")
    expect(form).to_contain_text(f"{passwords.SHORTEST} to {passwords.LONGEST} characters")
    form.locator("[name=handle]").fill("Nils")
    form.locator("[name=password]").fill("short")
    form.locator("button.primary").click()
    expect(form.locator(".form-bad:visible")).to_have_text("Choose at least one.")
    form.locator("label", has_text="dealer").click()
    form.locator("button.primary").click()
    expect(form.locator("[id$=password-wrong]")).to_contain_text(
        f"{passwords.SHORTEST} to {passwords.LONGEST} characters"
    )
    expect(form.locator("[name=password]")).to_have_attribute("aria-invalid", "true")
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("button.primary").click()
    expect(form.locator(".form-good")).to_contain_text("Nils has an account now.")
    form.locator("[name=handle]").fill("nils")
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("label", has_text="dealer").click()
    form.locator("button.primary").click()
    expect(form.locator("[id$=handle-wrong]")).to_be_visible()
    assert serious(visitor) == [] and visitor.raw() == []
    visitor.page.get_by_role("button", name="Open the account of Nils").click()
    dialog = visitor.find("dialog.account")
    dialog.locator("label", has_text="floorperson").click()
    dialog.locator("button", has_text="Save the roles").click()
    expect(dialog.locator(".form-good").first).to_contain_text("Saved.")
    dialog.locator("button", has_text="Disable the account").click()
    expect(dialog.locator(".form-good", has_text="disabled")).to_be_visible()
    assert serious(visitor) == [] and visitor.raw() == []
    dialog.locator("button", has_text="Enable the account").click()
    expect(dialog.locator(".form-good", has_text="enabled")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    row = visitor.find("table.people tr", has_text="Nils")
    expect(row).to_contain_text("floorperson")
    expect(row).to_contain_text("active")
