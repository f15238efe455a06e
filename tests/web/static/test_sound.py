"""Tests of sounds in a real browser: they are off by default, audible when on, never distorted, and short."""

from typing import Any

from playwright.sync_api import Browser

from tests.samples import some_game
from tests.web.browser import Person, person
from tests.web.servers import Server

COUNTED = """globalThis.made = []; globalThis.started = 0;
    const Plain = AudioContext;
    globalThis.AudioContext = class extends Plain { constructor() { super(); made.push("AudioContext"); } };
    for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
        const own = kind.prototype.start;
        kind.prototype.start = function(...rest) { started += 1; return own.apply(this, rest); };
    }"""
RENDERED = """async name => {
    const { SOUNDS, deskIn } = await import("/static/core/sound.js");
    const context = new OfflineAudioContext(1, 44100 * 4, 44100);
    SOUNDS[name](deskIn(context), 0.01);
    const samples = (await context.startRendering()).getChannelData(0);
    const loud = samples.map(Math.abs);
    const energy = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
    return { peak: loud.reduce((most, one) => Math.max(most, one), 0), energy,
        last: loud.findLastIndex(one => one > 0.001) / 44100 };
}"""
NAMES = ["card", "deal", "trick", "turn", "round", "win"]


def test_every_sound_is_audible_undistorted_and_short(ann: Person) -> None:
    ann.go("/")
    found = ann.page.evaluate("async () => Object.keys((await import('/static/core/sound.js')).SOUNDS)")
    assert sorted(found) == sorted(NAMES)
    for name in NAMES:
        sound: dict[str, Any] = ann.page.evaluate(RENDERED, name)
        assert 0.03 < sound["peak"] < 0.95, name
        assert sound["energy"] > 1e-6, name
        assert sound["last"] < 2.5, name


def play_a_move(someone: Person, server: Server) -> None:
    """Sit down, click the table and make a move."""
    someone.sit(server.open_table(some_game(4)))
    someone.step()
    number = someone.state("sitting.number")
    someone.page.mouse.click(5, 5)
    someone.choose()
    someone.until("at.shownNumber > value", number)


def test_there_is_no_sound_until_it_is_switched_on(browser: Browser, server: Server) -> None:
    context = browser.new_context()
    context.add_init_script(COUNTED)
    ann = Person(context.new_page(), server.url)
    play_a_move(ann, server)
    assert ann.state("settings.sound") == "off"
    assert ann.page.evaluate("[made, started]") == [[], 0]
    context.close()


def test_a_table_has_sounds_once_they_are_switched_on(browser: Browser, server: Server) -> None:
    with person(browser, server) as ann:
        ann.page.context.add_init_script(COUNTED)
        ann.sit(server.open_table(some_game(4)))
        ann.step()
        ann.page.click("#tab-settings")
        ann.page.locator("fieldset.setting", has_text="Sound").locator("label.choice", has_text="on").last.click()
        ann.until("parlour.state.settings.sound === 'on'")
        number = ann.state("sitting.number")
        ann.choose()
        ann.until("at.shownNumber > value && globalThis.started > 0", number)
        assert ann.page.evaluate("made") == ["AudioContext"]
        ann.check_calm()
