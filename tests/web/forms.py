"""The forms of the staff's pages, filled in as a person does it."""

from playwright.sync_api import Locator, expect

from house.server_support import PASSWORD
from web.visitor import Visitor


def unfold(visitor: Visitor, title: str) -> None:
    visitor.find("details.folded > summary", has_text=title).click()


def send(form: Locator, button: str = "", **typed: str) -> None:
    """Fills fields by their names and presses a button: the first, or the one with these words."""
    for name, value in typed.items():
        field = form.locator(f"[name='{name}']")
        field.evaluate("(each) => { const box = each.closest('.field-folded'); if (box) box.open = true; }")
        if field.evaluate("(each) => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    buttons = form.locator(".form-buttons button")
    (buttons.filter(has_text=button) if button else buttons).first.click()


def confirm(visitor: Visitor, answer: Locator) -> None:
    """Gives the password, where the house asks for it before this answer."""
    dialog = visitor.find("dialog.confirm")
    expect(answer.or_(dialog).first).to_be_visible()
    if dialog.is_visible():
        dialog.locator("input[type=password]").fill(PASSWORD)
        visitor.page.keyboard.press("Enter")
