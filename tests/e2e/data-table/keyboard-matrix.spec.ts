import type { Page } from '@playwright/test'
import { commands } from '#app/ui/data-table/commands/key-commands.ts'
import { expect, test } from './harness-server.ts'
import { matrix } from './keyboard-matrix.ts'
import type { Expected, MatrixLine } from './keyboard-matrix.ts'
import { activePlace, cell, edits, selectedCells, cellInput } from './table-steps.ts'

// Wide enough for every column: lines begin in cells all over the table, and it draws those in view.
test.use({ viewport: { width: 3600, height: 900 } })

for (const [row, lines] of Object.entries(matrix)) {
  test(`keys of grid.md §3, ${row}`, async ({ openTable, context }) => {
    test.slow()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    let opened: string | null = null
    let page: Page | undefined
    for (const line of lines.toSorted((a, b) => (a.query ?? '').localeCompare(b.query ?? ''))) {
      await test.step(`${line.mode} ${line.from ?? '5-1'}: ${line.keys.join(', ')}`, async () => {
        const query = line.query ?? ''
        page = opened === query && page ? page : await openTable(query)
        if (opened === query) await restart(page)
        opened = query
        await begin(page, line)
        for (const key of line.keys) await page.keyboard.press(keyOf(key))
        await expectAfter(page, line.holds)
      })
    }
  })
}

test('every key of the one list stands in the matrix, in the state it is bound for', () => {
  const tried = new Set(
    Object.values(matrix).flatMap((lines) => lines.flatMap(({ mode, keys }) => keys.map((key) => `${mode} ${key}`))),
  )
  const { detail: _ofPanel, search: _ofBox, frame: _ofFrame, ...ofTable } = commands
  const bound = Object.entries(ofTable).flatMap(([mode, list]) =>
    list.flatMap((command) => command.keys.map((key) => `${mode} ${key}`)),
  )
  expect(bound.filter((key) => !tried.has(key))).toEqual([])
})

test('keys of the input method and of the browser are left alone', async ({ openTable }) => {
  const page = await openTable()
  await cell(page, 5, 1).click()
  await page.evaluate(() => {
    addEventListener('keydown', (event) => {
      if (event.defaultPrevented) document.title += ` ${event.key}`
    })
  })
  for (const key of ['F3', 'F6', 'F7', 'F8', 'F9', 'F10', 'HangulMode', 'HanjaMode', 'Control+F', 'Control+P']) {
    await page.evaluate((name) => {
      const [last = '', ...modifiers] = name.split('+').toReversed()
      const facts = { key: last, code: last, ctrlKey: modifiers.length > 0, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', facts))
    }, key)
  }
  await expect(page).toHaveTitle('표 시험대')
})

/** As loaded anew, in a fraction of the time: a hundred and more lines share a machine with everything else. */
async function restart(page: Page): Promise<void> {
  await page.evaluate(() => window.harness.restart())
  await expect(page.locator('[data-cell-input]')).toHaveAttribute('data-mode', 'ready')
  await cell(page, 0, 1).waitFor()
}

async function begin(page: Page, { mode, from = '5-1', typed = 'A' }: MatrixLine): Promise<void> {
  const [, row = '0', column = '0'] = /^(-?\d+)-(\d+)$/.exec(from) ?? []
  if (mode === 'header') {
    await cell(page, 0, Number(column)).click({ position: { x: 4, y: 4 } })
    while ((await activePlace(page)) !== from) await page.keyboard.press('ArrowUp')
  } else {
    await cell(page, Number(row), Number(column)).click({ position: { x: 4, y: 4 } })
  }
  expect(await activePlace(page)).toBe(from)
  if (mode === 'typing') await page.keyboard.type(typed)
  if (mode === 'caret' || mode === 'list') await page.keyboard.press('F2')
  if (mode === 'list') await page.getByRole('listbox').waitFor()
}

async function expectAfter(page: Page, holds: Expected): Promise<void> {
  if (holds.edits !== undefined) await expect.poll(() => edits(page)).toEqual(holds.edits)
  if (holds.place !== undefined) expect(await activePlace(page)).toBe(holds.place)
  if (holds.mode !== undefined) await expect(cellInput(page)).toHaveAttribute('data-mode', holds.mode)
  if (holds.editor !== undefined) await expect(cellInput(page)).toHaveValue(holds.editor)
  if (holds.selected) await expect.poll(() => selectedCells(page)).toEqual(holds.selected)
  if (holds.selectedCount !== undefined) {
    await expect.poll(async () => (await selectedCells(page)).length).toBe(holds.selectedCount)
  }
  await expectHeard(page, holds)
  await expectSeen(page, holds)
}

async function expectHeard(page: Page, holds: Expected): Promise<void> {
  const { opened, popped, deleted, added, history } = holds
  const wanted = Object.entries({ opened, popped, deleted, added, history }).filter(([, value]) => value !== undefined)
  await expect.poll(() => heard(page)).toMatchObject(Object.fromEntries(wanted))
  if (holds.ticked !== undefined) {
    await expect(page.locator('[data-rowhead][aria-selected=true]')).toHaveCount(holds.ticked)
  }
}

async function heard(page: Page) {
  return page.evaluate(() => ({
    opened: window.harness.opened.map((id) => id.slice(-2)),
    popped: window.harness.popped.map((id) => id.slice(-2)),
    deleted: window.harness.deleted.map((id) => id.slice(-2)),
    added: window.harness.added.length,
    history: [...window.harness.history],
  }))
}

async function expectSeen(page: Page, holds: Expected): Promise<void> {
  if (holds.floats) await expect(page.getByRole(holds.floats.role, { name: holds.floats.name })).toBeVisible()
  if (holds.noFloat) await expect(page.getByRole(holds.noFloat)).toHaveCount(0)
  if (holds.highlighted) await expect(page.locator('[role=option][aria-selected=true]')).toHaveText(holds.highlighted)
  if (holds.sorted) {
    const header = page.getByRole('columnheader', { name: holds.sorted.column, exact: true })
    await expect(header).toHaveAttribute('aria-sort', holds.sorted.direction)
  }
  if (holds.columns) {
    const names = page.locator('[role=columnheader][data-col]')
    await expect
      .poll(async () => (await names.allInnerTexts()).slice(0, holds.columns?.length).map((name) => name.trim()))
      .toEqual(holds.columns)
  }
  if (holds.width) {
    const { column, px } = holds.width
    await expect.poll(async () => (await cell(page, 0, column).boundingBox())?.width).toBe(px)
  }
  if (holds.unfolded !== undefined) {
    await expect(page.locator('[data-unfolded]').first()).toBeVisible({ visible: holds.unfolded })
  }
  if (holds.hasLeft)
    expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]') ?? null)).toBeNull()
  if (holds.hasLeft) await expect(cellInput(page)).not.toBeFocused()
  if (holds.focusRole) {
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe(holds.focusRole)
  }
}

/** `Ctrl+Shift+C` as Playwright writes it: by the physical key. */
function keyOf(chord: string): string {
  return chord
    .split('+')
    .map((part) =>
      part === 'Ctrl' ? 'Control' : part === ';' ? 'Semicolon' : /^[A-Z]$/.test(part) ? `Key${part}` : part,
    )
    .join('+')
}
