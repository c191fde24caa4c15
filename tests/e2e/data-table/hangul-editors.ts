import type { Locator, Page } from '@playwright/test'
import { cell } from './table-steps.ts'

/** One syllable as an input method sends it: its steps, and what stands when it is whole. */
export type Syllable = readonly [steps: readonly string[], whole: string]

export const han: Syllable = [['ㅎ', '하', '한'], '한']
export const geul: Syllable = [['ㄱ', '그', '글'], '글']

/** One kind of editor in a cell: what is composed into the cell at rest, and what the edit must then say. */
export interface CellEditor {
  readonly kind: string
  /** Active cell, `row, column`. */
  readonly at: readonly [number, number]
  /** Latin keys before the Hangul, typed as they are. */
  readonly before?: string
  readonly syllables: readonly Syllable[]
  /** What stands in the editor when the last syllable is whole. */
  readonly text: string
  /** What Enter makes of it; empty where it may not stand, and the editor stays open. */
  readonly edits: readonly string[]
  /** What a click elsewhere makes of it, where nothing is chosen without Enter: the text stands refused, to be mended. */
  readonly onClick?: readonly string[]
}

export const cellEditors: readonly CellEditor[] = [
  { kind: 'text', at: [5, 1], syllables: [han, geul], text: '한글', edits: ['5:owner=한글'] },
  { kind: 'long text', at: [5, 4], syllables: [han, geul], text: '한글', edits: ['5:address=한글'] },
  {
    kind: 'money',
    at: [5, 3],
    before: '5000',
    syllables: [[['ㅇ', '워', '원'], '원']],
    text: '5000원',
    edits: ['5:fees=5000'],
  },
  {
    kind: 'date',
    at: [5, 2],
    syllables: [
      [['ㄴ', '내'], '내'],
      [['ㅇ', '이', '일'], '일'],
    ],
    text: '내일',
    edits: ['5:regi_date=2026-11-21'],
  },
  {
    kind: 'number',
    at: [5, 8],
    syllables: [han],
    text: '한',
    edits: [],
  },
  {
    kind: 'choice',
    at: [5, 5],
    syllables: [
      [['ㅇ', '와', '완'], '완'],
      [['ㄹ', '료'], '료'],
    ],
    text: '완료',
    edits: ['5:status=completed'],
  },
  {
    kind: 'choice by 초성',
    at: [5, 5],
    syllables: [[['ㅊ'], 'ㅊ']],
    text: 'ㅊ',
    edits: ['5:status=cancelled'],
    onClick: [],
  },
  {
    kind: 'reference',
    at: [5, 0],
    syllables: [
      [['ㄴ', '나'], '나'],
      [['ㄹ', '래'], '래'],
    ],
    text: '나래',
    edits: [],
  },
  {
    kind: 'suggestion',
    at: [4, 7],
    syllables: [han, geul],
    text: '한글',
    edits: ['4:purpose=한글'],
  },
]

/** A field beside the table: how it is opened, and that keys of a composition did not use it. */
export interface FieldEditor {
  readonly kind: string
  /** Page of the trial table and its question, e.g. `filters.html` or `?layout`. */
  readonly page: string
  readonly open: (page: Page) => Promise<Locator>
  /** What Enter or Escape would have done, must not have happened while composing. */
  readonly stillOpen?: (page: Page) => Locator
}

export const fieldEditors: readonly FieldEditor[] = [
  {
    kind: 'search of the filter bar',
    page: 'filters.html',
    open: (page) => Promise.resolve(page.getByRole('searchbox', { name: '검색', exact: true })),
  },
  {
    kind: 'text filter',
    page: 'filters.html',
    open: (page) => Promise.resolve(page.getByLabel('소유자', { exact: true }).first()),
  },
  {
    kind: 'number filter',
    page: 'filters.html',
    open: (page) => Promise.resolve(page.getByRole('textbox', { name: /^보수료/ }).first()),
  },
  {
    kind: 'column search of a new filter',
    page: 'filters.html',
    async open(page) {
      await page.getByRole('button', { name: '필터 추가' }).click()
      return page.getByRole('searchbox', { name: '컬럼 찾기' })
    },
    stillOpen: (page) => page.getByRole('searchbox', { name: '컬럼 찾기' }),
  },
  {
    kind: 'page jump',
    page: 'filters.html',
    open: (page) => Promise.resolve(page.getByRole('textbox', { name: '페이지 이동' })),
  },
  {
    kind: 'search of the column manager',
    page: '?layout',
    async open(page) {
      await cell(page, 0, 1).click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Alt+ArrowDown')
      await page.getByRole('menuitem', { name: '컬럼 관리…' }).click()
      return page.getByRole('searchbox', { name: '컬럼 찾기' })
    },
    stillOpen: (page) => page.getByRole('dialog', { name: '컬럼 관리' }),
  },
  {
    kind: 'search of the sheet of keys',
    page: '',
    async open(page) {
      await cell(page, 5, 1).click()
      await page.keyboard.press('F1')
      return page.getByRole('searchbox', { name: '단축키 찾기' })
    },
    stillOpen: (page) => page.getByRole('dialog', { name: '단축키' }),
  },
]
