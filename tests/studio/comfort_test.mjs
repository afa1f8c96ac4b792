// What makes it a place to stay: undo, keys, palette, themes, small screens, coming back.
import assert from 'node:assert/strict';
import { test } from 'node:test';

export function comfortTests(studio) {
  test('every control has a name, and the tour has five steps', async () => {
    await studio.visit('');
    const { page } = studio;
    await page.waitForSelector('.tour-card');
    for (let step = 1; step <= 5; ++step) {
      assert.equal(await page.getAttribute('.tour-dots', 'aria-label'), `Step ${step} of 5`);
      if (step === 2) await studio.picture('9-tour');
      await page.keyboard.press('Enter');
    }
    assert.equal(await page.isVisible('.tour'), false);
    const nameless = await page.$$eval('button, input, select, [role=slider], [role=listbox]', (controls) =>
      controls
        .filter(
          (control) =>
            !(control.getAttribute('aria-label') ?? control.textContent).trim() && !control.labels?.length,
        )
        .map((control) => control.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(nameless, []);
  });

  test('the palette finds and runs every action by keyboard', async () => {
    const { page } = studio;
    await page.keyboard.press('Control+p');
    assert.ok((await page.locator('.palette li').count()) > 40, 'every action is listed');
    await page.keyboard.type('heat');
    await studio.picture('9-palette');
    await page.keyboard.press('Enter');
    assert.equal(await studio.ask((s) => s.preferences.heat), true);
    await page.keyboard.press('h');
    assert.equal(await studio.ask((s) => s.preferences.heat), false);
  });

  test('presets change keys and drags', async () => {
    const { page } = studio;
    const tool = () => studio.ask((s) => s.tool);
    for (const [preset, key] of [
      ['maya', 'w'],
      ['blender', 'g'],
    ]) {
      await page.keyboard.press('Control+p');
      await page.keyboard.type(`as in ${preset}`);
      await page.keyboard.press('Enter');
      await page.keyboard.press(key);
      assert.equal(await tool(), 'move', preset);
    }
    await turnsView(studio, { button: 'middle' }, 'Blender: the middle button turns the view');
    await studio.ask((s) => s.prefer({ navigation: 'maya' }));
    await page.keyboard.down('Alt');
    await turnsView(studio, { button: 'left' }, 'Maya: Alt and the left button turn the view');
    await page.keyboard.up('Alt');
    await page.keyboard.press('f');
    await studio.ask((s) => s.prefer({ navigation: 'simple' }));
    await studio.ask((s) => s.setTool('rotate'));
  });

  test('work is there again at the next visit', async () => {
    const { page } = studio;
    await studio.pause();
    await studio.ask((s) => s.select(s.joints.findIndex((info) => info.name === 'head')));
    await page.fill('[aria-label="rotation z"]', '17');
    await page.keyboard.press('Enter');
    await studio.settle();
    const hash = await studio.hash();
    await page.waitForSelector('.kept.shown');
    await studio.load('');
    assert.equal(await studio.ask((s) => s.playing), false, 'a pose that was left is not played away');
    const angles = await studio.ask((s) =>
      s.core.jointAngles(s.joints.findIndex((info) => info.name === 'head')),
    );
    assert.ok(Math.abs(angles[2] - 17) < 1e-3, 'the head is where it was left');
    assert.equal(await studio.hash(), hash);
  });

  test('dark and light, large and small', async () => {
    const sizes = {
      desk: { width: 1280, height: 720 },
      large: { width: 1920, height: 1080 },
      tablet: { width: 820, height: 1180 },
    };
    for (const [name, size] of Object.entries(sizes)) {
      await studio.page.setViewportSize(size);
      await studio.settle();
      const spill = await studio.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(spill, false, `nothing spills at ${name}`);
      await studio.picture(`9-${name}-dark`);
      await studio.page.keyboard.press('Shift+D');
      assert.equal(await studio.page.getAttribute('html', 'data-theme'), 'light');
      await studio.picture(`9-${name}-light`);
      await studio.page.keyboard.press('Shift+D');
    }
    assert.deepEqual(studio.errors, []);
  });
}

/** Drags beside the body with a button held; the camera, which glides, arrives elsewhere. */
async function turnsView(studio, button, words) {
  const { page } = studio;
  const place = () => studio.ask((s) => s.stage.rig.camera.position.toArray());
  const before = await place();
  const box = await page.locator('.pane').first().boundingBox();
  await page.mouse.move(box.x + 60, box.y + 300);
  await page.mouse.down(button);
  await page.mouse.move(box.x + 160, box.y + 320, { steps: 4 });
  await page.mouse.up(button);
  await studio.until(
    (s, from) => s.stage.rig.camera.position.toArray().join() !== from.join(),
    before,
    words,
  );
}
