import { type Locator, page } from 'vitest/browser'
import { openTable } from './table-harness.tsx'
import { cell, ime, press } from './table-steps.ts'

/** One syllable as an input method sends it: its intermediate steps and its final form. */
export type Syllable = readonly [steps: readonly string[], whole: string]

export const han: Syllable = [['ㅎ', '하', '한'], '한']
export const geul: Syllable = [['ㄱ', '그', '글'], '글']

/** Composes syllable by syllable; `whileComposing` runs in the middle of the last one. */
export async function composeWhole(
  syllables: readonly Syllable[],
  whileComposing: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const [at, [steps, whole]] of syllables.entries()) {
    await ime.compose(...steps)
    if (at === syllables.length - 1) await whileComposing()
    await ime.accept(whole)
  }
}

/** One kind of cell editor: what is composed into the cell at rest, and the resulting edit. */
export interface CellEditor {
  readonly kind: string
  readonly column: number
  /** Row of the cell; default 5. Four rows further down is a cell of the same kind and state. */
  readonly row?: number
  /** Latin keys typed before the Hangul. */
  readonly before?: string
  readonly syllables: readonly Syllable[]
  /** Text of the editor after the last syllable. */
  readonly text: string
  /**
   * The edit that Enter makes, as `key=value`; absent when the text is refused and the editor stays
   * open.
   */
  readonly edit?: string
  /** Only Enter chooses, not a click elsewhere. */
  readonly choosesOnEnterOnly?: true
}

export const cellEditors: readonly CellEditor[] = [
  { kind: 'text', column: 1, syllables: [han, geul], text: '한글', edit: 'owner=한글' },
  { kind: 'long text', column: 4, syllables: [han, geul], text: '한글', edit: 'address=한글' },
  {
    kind: 'money',
    column: 3,
    before: '5000',
    syllables: [[['ㅇ', '워', '원'], '원']],
    text: '5000원',
    edit: 'fees=5000',
  },
  {
    kind: 'date',
    column: 2,
    syllables: [
      [['ㄴ', '내'], '내'],
      [['ㅇ', '이', '일'], '일'],
    ],
    text: '내일',
    edit: 'regi_date=2026-11-21',
  },
  { kind: 'number', column: 8, syllables: [han], text: '한' },
  {
    kind: 'choice',
    column: 5,
    syllables: [
      [['ㅇ', '와', '완'], '완'],
      [['ㄹ', '료'], '료'],
    ],
    text: '완료',
    edit: 'status=completed',
  },
  {
    kind: 'choice by 초성',
    column: 5,
    syllables: [[['ㅊ'], 'ㅊ']],
    text: 'ㅊ',
    edit: 'status=cancelled',
    choosesOnEnterOnly: true,
  },
  {
    kind: 'reference',
    column: 0,
    syllables: [
      [['ㄴ', '나'], '나'],
      [['ㄹ', '래'], '래'],
    ],
    text: '나래',
    edit: 'group_id=00000000-0000-7000-9000-000000000003',
    choosesOnEnterOnly: true,
  },
  { kind: 'suggestion', column: 7, row: 4, syllables: [han, geul], text: '한글', edit: 'purpose=한글' },
]

/** A field outside the table: how it is opened, and what Enter or Escape would close. */
export interface FieldEditor {
  readonly kind: string
  readonly open: () => Promise<Locator>
  readonly stillOpen?: () => Locator
}

/** Fields of the filter bar and of the bar below its table. */
export const filterFields: readonly FieldEditor[] = [
  { kind: 'search of the filter bar', open: () => Promise.resolve(page.getByRole('searchbox', { name: '검색' })) },
  { kind: 'text filter', open: () => Promise.resolve(page.getByLabelText('소유자').first()) },
  {
    kind: 'number filter',
    open: () => Promise.resolve(page.getByRole('textbox', { name: /^보수료/ }).first()),
  },
  { kind: 'page jump', open: () => Promise.resolve(page.getByRole('textbox', { name: '페이지 이동' })) },
  {
    kind: 'column search of a new filter',
    async open() {
      await page.getByRole('button', { name: '필터 추가' }).click()
      return page.getByRole('combobox', { name: '컬럼 찾기' })
    },
    stillOpen: () => page.getByRole('combobox', { name: '컬럼 찾기' }),
  },
]

/** Search fields of dialogs over the table. */
export const dialogFields: readonly FieldEditor[] = [
  {
    kind: 'search of the column manager',
    async open() {
      await openTable({ layout: true })
      await cell(0, 1).click()
      await press('Control+Home', 'ArrowUp', 'ArrowUp', 'Alt+ArrowDown')
      await page.getByRole('menuitem', { name: '컬럼 관리…', exact: false }).click()
      return page.getByRole('searchbox', { name: '컬럼 찾기' })
    },
    stillOpen: () => page.getByRole('dialog', { name: '컬럼 관리' }),
  },
  {
    kind: 'search of the sheet of keys',
    async open() {
      await openTable()
      await cell(5, 1).click()
      await press('F1')
      return page.getByRole('searchbox', { name: '단축키 찾기' })
    },
    stillOpen: () => page.getByRole('dialog', { name: '단축키' }),
  },
]
