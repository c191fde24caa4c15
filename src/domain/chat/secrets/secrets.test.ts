import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countReplaced, createRestorer, createVault, foldText, hideSecrets, restoreSecrets } from './secrets.ts'

const numbers = {
  resident: ['9001011234567', ['900101', '1234567']],
  corporation: ['1101111707178', ['110111', '1707178']],
  card: ['4111111111111111', ['4111', '1111', '1111', '1111']],
  phone: ['01023456789', ['010', '2345', '6789']],
  passport: ['M12345678', ['M', '12345678']],
} as const

const widenDigits = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
const disguises: readonly ((whole: string, parts: readonly string[]) => string)[] = [
  (whole) => `번호 ${whole} 입니다`,
  (_, parts) => parts.join('-'),
  (_, parts) => parts.join(' '),
  (_, parts) => parts.join(' - '),
  (_, parts) => parts.join('.'),
  (_, parts) => parts.join('\n'),
  (_, parts) => parts.join('–'),
  (_, parts) => widenDigits(parts.join('－')),
  (whole) => [...whole].join('\u200b'),
  (whole) => [...whole].join(' '),
  (whole) => [...whole].join('\n'),
  (_, parts) => parts.join('\u00ad-\ufeff'),
  (whole) => JSON.stringify({ rows: [['홍길동', whole]] }),
  (_, parts) => `{"번호":"${parts.join(String.raw`\u002d`)}"}`,
  (_, parts) => `https://a.kr/?q=${parts.join('%2D')}&x=1`,
  (_, parts) => `<td>${parts.join('&#45;')}</td>`,
  (whole) => `이름\t번호\n홍길동\t${whole}\t서울`,
  (_, parts) => `홍길동,"${parts.join('-')}",서울`,
  (whole) => [...whole].map((char) => `${char}\ufe0f\u20e3`).join(''),
  (_, parts) => parts.join('_'),
]
const attempts = Object.entries(numbers).flatMap(([kind, [whole, parts]]) =>
  disguises.map((disguise) => ({ kind, whole, text: disguise(whole, parts) })),
)
const others = [
  ['resident', '900101 다시 1234567'],
  ['resident', '900101에 1234567'],
  ['resident', '외국인 900101-5234567'],
  ['resident', '٩٠٠١٠١-١٢٣٤٥٦٧'],
  ['phone', '+82 10-2345-6789'],
  ['phone', '+82-2-345-6789'],
  ['phone', '02-345-6789'],
  ['phone', '(02) 345-6789'],
  ['phone', '031.234.5678'],
  ['phone', '070-1234-5678'],
  ['phone', '공일공-이삼사오-육칠팔구'],
  ['phone', 'tel:01023456789'],
  ['account', '110-123-456789'],
  ['account', '123456-04-123456'],
  ['account', '352-1234-1234-13'],
  ['account', '3333-01-1234567'],
  ['account', '1002-123-456789'],
  ['account', '계좌 1101234567890'],
  ['account', '국민은행 12345604123456'],
  ['account', '농협 3521234123413 예금주 홍길동'],
  ['card', '3782 822463 10005'],
  ['passport', 'M123A4567'],
  ['passport', 's12345678'],
] as const

test.each([...attempts, ...others.map(([kind, text]) => ({ kind, text, whole: text.replace(/\D/g, '') || 'none' }))])(
  'hides $kind in $text',
  ({ kind, text, whole }) => {
    const vault = createVault()
    const hidden = hideSecrets(text, vault)
    expect(countReplaced(vault)).toEqual([{ kind, count: 1 }])
    expect(foldText(hidden).text.replace(/[^0-9A-Z]/gi, '')).not.toContain(whole)
    expect(restoreSecrets(hidden, vault)).toBe(text)
  },
)

test.each([
  ['account', '계좌 1101234567890 입니다. 1101234567890 맞지요?', '1101234567890'],
  ['account', '계좌 1101234567890 입니다. 110은 123도 456그리고7890', '1101234567890'],
  ['account', '국민은행 12345604123456, 되풀이: 12345604123456', '12345604123456'],
  ['resident', '900101-1234567, 곧 9001 0112 345 67', '9001011234567'],
] as const)(
  '%s: hides a number recognized by its context also where the context is missing: %s',
  (kind, text, value) => {
    const vault = createVault()
    const hidden = hideSecrets(text, vault)
    expect(countReplaced(vault).map((replaced) => replaced.kind)).toEqual([kind])
    expect(foldText(hidden).text.replace(/[^0-9A-Z]/gi, '')).not.toContain(value)
    expect(restoreSecrets(hidden, vault)).toBe(text)
  },
)

test('covers at least a hundred attempts', () => {
  expect(attempts.length + others.length).toBeGreaterThanOrEqual(100)
})

const piece = fc.oneof(
  fc.constantFrom(...attempts.map(({ text }) => text), '⟦주민등록번호1⟧', '⟦', '⟧', ' ', '\n', '가나다', '2026-11-20'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '))

test('restores what was hidden as it was written, whole or in pieces cut anywhere', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(9), { maxLength: 80 }), (written, cuts) => {
      const vault = createVault()
      const hidden = hideSecrets(written, vault)
      expect(restoreSecrets(hidden, vault)).toBe(written)
      const restorer = createRestorer(vault)
      let [rest, restored] = [hidden, '']
      for (const cut of cuts) [restored, rest] = [restored + restorer.push(rest.slice(0, cut)), rest.slice(cut)]
      expect(restored + restorer.push(rest) + restorer.flush()).toBe(written)
    }),
  )
})

test('a placeholder typed by a user is not replaced by a number', () => {
  const vault = createVault()
  const hidden = hideSecrets('900101-1234567 ⟦주민등록번호1⟧', vault)
  expect(hidden).toBe('⟦주민등록번호1⟧ ⟦괄호1⟧주민등록번호1⟦괄호2⟧')
  expect(restoreSecrets(hidden, vault)).toBe('900101-1234567 ⟦주민등록번호1⟧')
  expect(restoreSecrets('⟦주민등록번호7⟧', vault)).toBe('⟦주민등록번호7⟧')
})

test('gives each spelling of a number one placeholder, and hides every occurrence', () => {
  const vault = createVault()
  expect(hideSecrets('010-2345-6789, 01023456789, 010-2345-6789', vault)).toBe(
    '⟦전화번호1⟧, ⟦전화번호1-2⟧, ⟦전화번호1⟧',
  )
  expect(hideSecrets('계좌 1101234567890', vault)).toBe('계좌 ⟦계좌번호1⟧')
  expect(hideSecrets('합계표의 1101234567890', vault)).toBe('합계표의 ⟦계좌번호1⟧')
  expect(countReplaced(vault)).toEqual([
    { kind: 'account', count: 1 },
    { kind: 'phone', count: 1 },
  ])
})
