import { beforeEach, describe, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { commands, page } from 'vitest/browser'
import { commands as keyCommands } from '#app/ui/data-table/commands/key-commands.ts'
import { takeThird } from '../../support/runner/test-depth.ts'
import { type ExpectedState, matrix, type MatrixLine } from './keyboard-matrix.ts'
import { openTable, type TableHarness } from './table-harness.tsx'
import { box, cell, cellInput, getActiveCell, listEdits, listSelectedCells, press, readText } from './table-steps.ts'

describe('every key of the key matrix works as listed', () => {
  // Lines start in cells all over the table, which renders only those in view, so the window fits
  // every column and, because rows cost time, a dozen rows.
  beforeEach(() => page.viewport(3600, 560))

  test.for(Object.entries(matrix))('%s', { timeout: 120_000 }, async ([, lines]) => {
    for (const line of takeThird(lines)) {
      const table = await openTable(line.options)
      await goToStart(line)
      await press(...line.keys.map(toPlaywrightKeys))
      await expectAfter(table, line)
      await cleanup()
      localStorage.clear()
    }
  })
})

test('every key in the key list has a line in the matrix, in the state it is bound for', () => {
  const tried = new Set(
    Object.values(matrix).flatMap((lines) => lines.flatMap(({ mode, keys }) => keys.map((key) => `${mode} ${key}`))),
  )
  const { detail: _ofPanel, search: _ofBox, frame: _ofFrame, ...ofTable } = keyCommands
  const bound = Object.entries(ofTable).flatMap(([mode, list]) =>
    list.flatMap((command) => command.keys.map((key) => `${mode} ${key}`)),
  )
  expect(bound.filter((key) => !tried.has(key))).toEqual([])
})

test('the table leaves keys of the input method and of the browser alone', async () => {
  await openTable()
  await cell(5, 1).click()
  const keys = ['F3', 'F6', 'F7', 'F8', 'F9', 'F10', 'HangulMode', 'HanjaMode', 'Control+F', 'Control+P']
  const prevented = keys.filter((name) => {
    const [key = '', ...modifiers] = name.split('+').toReversed()
    const facts = { key, code: key, ctrlKey: modifiers.length > 0, bubbles: true, cancelable: true }
    return !cellInput().element().dispatchEvent(new KeyboardEvent('keydown', facts))
  })
  expect(prevented).toEqual([])
})

async function goToStart({ mode, from = '5-1', typed = 'A' }: MatrixLine): Promise<void> {
  const [, row = '0', column = '0'] = /^(-?\d+)-(\d+)$/.exec(from) ?? []
  const clicked = mode === 'header' ? 0 : Number(row)
  await cell(clicked, Number(column)).click({ position: { x: 4, y: 4 } })
  if (mode === 'header') await press('ArrowUp', 'ArrowUp')
  expect(getActiveCell()).toBe(from)
  if (mode === 'typing') await commands.typeText(typed)
  if (mode === 'caret' || mode === 'list') await press('F2')
  if (mode === 'list') await page.getByRole('listbox').findElement()
}

async function expectAfter(table: TableHarness, { mode, from, keys, expected }: MatrixLine): Promise<void> {
  const facts = Object.keys(expected) as (keyof ExpectedState)[]
  const readFacts = () => Object.fromEntries(facts.map((fact) => [fact, read[fact](table, expected)]))
  await expect.poll(readFacts, { message: `${mode} ${from ?? '5-1'}: ${keys.join(', ')}` }).toEqual(expected)
}

/** How to read each fact from the page, in the terms of the matrix. */
const read: {
  readonly [Fact in keyof Required<ExpectedState>]: (table: TableHarness, holds: ExpectedState) => unknown
} = {
  place: getActiveCell,
  edits: listEdits,
  selected: listSelectedCells,
  selectedCount: () => listSelectedCells().length,
  editor: () => (cellInput().element() as HTMLTextAreaElement).value,
  mode: () => cellInput().element().getAttribute('data-mode'),
  opened: ({ opened }) => opened.map(getLastDigits),
  popped: ({ popped }) => popped.map(getLastDigits),
  deleted: ({ deleted }) => deleted.map(getLastDigits),
  added: ({ added }) => added.length,
  history: ({ history }) => [...history],
  ticked: () => page.getByCss('[data-rowhead][aria-selected=true]').length,
  floats: (_, { floats }) => {
    const parts = floats ? page.getByRole(floats.role, { name: floats.name }).elements() : []
    return parts.some((part) => part.checkVisibility()) ? floats : 'not shown'
  },
  noFloat: (_, { noFloat }) => (noFloat && page.getByRole(noFloat).length > 0 ? 'shown' : noFloat),
  highlighted: () => readText(page.getByCss('[role=option][aria-selected=true]')),
  sorted: (_, { sorted }) => {
    const header = page.getByRole('columnheader', { name: sorted?.column ?? '' }).element()
    return { column: sorted?.column, direction: header.getAttribute('aria-sort') }
  },
  columns: (_, { columns }) => {
    const names = [...document.querySelectorAll<HTMLElement>('[role=columnheader][data-col]')]
    return names.slice(0, columns?.length).map((name) => name.innerText.trim())
  },
  width: (_, { width }) => ({ column: width?.column, px: box(cell(0, width?.column ?? 0)).width }),
  unfolded: () => document.querySelector('[data-unfolded]')?.checkVisibility() ?? false,
  hasLeft: () => {
    const active = document.activeElement
    return active !== cellInput().element() && active?.closest('[role=grid]') === null
  },
  focusRole: () => document.activeElement?.getAttribute('role'),
}

function getLastDigits(id: string): string {
  return id.slice(-2)
}

/** A chord such as `Ctrl+Shift+C` in Playwright's notation, by physical key. */
function toPlaywrightKeys(chord: string): string {
  const names: Record<string, string> = { Ctrl: 'Control', ';': 'Semicolon' }
  const parts = chord.split('+').map((part) => names[part] ?? (/^[A-Z]$/.test(part) ? `Key${part}` : part))
  return parts.join('+')
}
