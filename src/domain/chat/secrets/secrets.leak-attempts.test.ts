import { expect, test } from 'vitest'
import { sheetRows } from '../tools/sheet-tools.ts'
import { createVault, foldText, hideSecrets } from './secrets.ts'

// Numbers of every kind in the spellings people and files use; none may leave in a question, a file
// name or a tool's result.

const numbers = [
  ['주민등록번호', '900101', '1234567'],
  ['주민등록번호', '850505', '2345678'],
  ['외국인등록번호', '900101', '5234567'],
  ['법인등록번호', '110111', '1707178'],
  ['카드번호', '4111', '1111', '1111', '1111'],
  ['계좌번호', '110', '123', '456789'],
  ['휴대전화', '010', '2345', '6789'],
  ['여권번호', 'M1234', '5678'],
] as const
const widenDigits = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
const spellings: readonly (readonly [string, (parts: readonly string[]) => string])[] = [
  ['plain', (parts) => parts.join('')],
  ['hyphens', (parts) => parts.join('-')],
  ['blanks', (parts) => parts.join(' ')],
  ['full width', (parts) => widenDigits(parts.join('－'))],
  ['unseen letters', (parts) => [...parts.join('-')].join('\u200b')],
  ['lines', (parts) => parts.join('\n')],
  ['dots', (parts) => parts.join('.')],
  ['escapes', (parts) => parts.join('%2D')],
]
const attempts = numbers.flatMap(([title, ...parts]) =>
  spellings.map(([spelling, spell]) => ({ title, spelling, written: spell(parts), digits: parts.join('') })),
)

function isLeaked(sentText: string, digits: string): boolean {
  return foldText(sentText)
    .text.replace(/[^0-9A-Z]/gi, '')
    .includes(digits)
}

test.each(attempts)('hides $title in $spelling, in a question and a file name', ({ title, written, digits }) => {
  const vault = createVault()
  expect(isLeaked(hideSecrets(`${title} ${written} 찾아 주세요`, vault), digits)).toBe(false)
  expect(isLeaked(hideSecrets(`${title} ${written}.xlsx`, createVault()), digits)).toBe(false)
})

test.each(attempts)('hides $title in $spelling, in a cell that a tool found', async ({ title, written, digits }) => {
  const table = {
    name: '명단.xlsx',
    columns: [
      { name: '이름', type: 'text' as const },
      { name: title, type: 'text' as const },
    ],
    rows: [['홍길동', written]],
  }
  const knowledge = { today: '2026-11-25', pages: { search: () => Promise.resolve([]) }, office: null, table }
  const { text } = await sheetRows.run({ conditions: [], sort: null, limit: 20 }, knowledge)
  expect(isLeaked(text, digits)).toBe(true)
  expect(isLeaked(hideSecrets(text, createVault()), digits)).toBe(false)
})
