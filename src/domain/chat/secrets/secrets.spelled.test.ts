import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureCpuMs } from '#tests/support/runner/measure-cpu.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { createVault, foldText, hideSecrets, restoreSecrets } from './secrets.ts'

/** Spellings that were missed once, and those people type to get around the rules. */
const attempts = String.raw`19900101-1234567
199001011234567
90년 01월 01일생 1234567
90년1월1일 - 1234567
주민등록번호: 9902311234567
주민등록번호 뒷자리 1234567
앞 900101 이고 뒤는 1234567
주민번호 앞자리 900101, 뒷자리 1234567
90-01-01-1234567
87/01/01-1234567
87.01.01 - 1234567
1987/01/01-1234567
1987.01.01.-1234567
900 101 123 4567
900101-1234 567
9,0,0,1,0,1,1,2,3,4,5,6,7
90O101-1234567
9OO1O1-1234567
900l01-l234567
900101-<!-- -->1234567
<td>900101</td><td>1234567</td>
주민 구공공일공일 일이삼사오육칠
카드번호 1234567890123456
1234567890123456 카드
3622 720627 1667
36227206271667
4111-1111-1111-1111-123
4111/1111/1111/1111
카드 4111-1111-1111-1112
110123456789 (신한)
110123456789 신한은행
계좌 110.123.456789
입금계좌 110 123 456789
통장번호 110123456789
환급계좌(국민, 홍길동): 12345604123456
신한은행 예금주 홍길동 110123456789
PM1234567
여권번호 JR1234567
여권 E12345678
O10-1234-5678
o1o 1234 5678
공1공-1234-5678
공일공일이삼사오육칠팔로 전화 주세요
010(1234)5678
010:1234:5678
010,1234,5678
010~1234~5678
010*1234*5678
010 1234에 5678
0101234-5678
0-1-0-1-2-3-4-5-6-7-8
0082 10 1234 5678
+82 (0)10 1234 5678`.split('\n')

/** Remaining digits that would still reveal a number. */
function listVisibleDigits(hidden: string): string[] {
  const visibleText = hidden.replace(/⟦[^⟧]*⟧/g, '|')
  return foldText(visibleText)
    .text.replace(/[^\d|가-힣]/g, '')
    .split(/\D+/)
    .filter((run) => run.length >= 5)
}

test.each(attempts)('hides %s', (text) => {
  const hidden = hideSecrets(text, createVault())
  expect(hidden).toContain('⟦')
  expect(listVisibleDigits(hidden)).toEqual([])
})

const secrets = [
  ['900101', '1234567'],
  ['850505', '5123456'],
  ['010203', '3123456'],
  ['110111', '1707178'],
  ['4111', '1111', '1111', '1111'],
  ['3782', '822463', '10005'],
  ['010', '2345', '6789'],
  ['02', '345', '6789'],
  ['031', '345', '6789'],
  ['070', '1234', '5678'],
  ['M', '12345678'],
  ['M', '123', 'A', '4567'],
]
const accounts = [
  ['110', '123', '456789'],
  ['1002', '123', '456789'],
  ['352', '1234', '1234', '13'],
  ['3333', '01', '1234567'],
]
const scripts = [0x30, 0x30, 0x30, 0xff10, 0x660, 0x966, 0x1d7ce]
const createSpeller = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

const spelled = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constantFrom(...secrets), fc.constantFrom('-', ' ', '–', ' - ', '\u200b-', '－', '-\n', '', '·')),
      fc.tuple(fc.constantFrom(...accounts), fc.constantFrom('-', '–', '－')),
    ),
    fc.constantFrom(...scripts),
  )
  .map(([[parts, join], zero]) => createSpeller(zero)(parts.join(join)))

const surroundings = {
  before: fc.constantFrom(
    '',
    '번호 ',
    '(',
    '"',
    '이름:',
    '2026-11-20 ',
    '8,900원 ',
    '2026타채12345 ',
    '홍길동\t',
    '3. ',
    '101동 1203호 ',
  ),
  between: fc.constantFrom(' ', ', ', '/', '\n', '; ', '와 ', ' 및 '),
  after: fc.constantFrom(
    '',
    ' 입니다',
    '로 연락',
    ')',
    '"',
    ' 2026-11-20',
    ' 8,900원',
    '\t서울',
    '.',
    ', 끝',
    ' 3건',
    '\n4',
  ),
}

test('hides personal numbers in every script and spelling, alone, in a row or next to any text', () => {
  fc.assert(
    fc.property(
      fc.array(spelled, { minLength: 1, maxLength: 3 }),
      fc.record(surroundings),
      (numbers, { before, between, after }) => {
        const text = `${before}${numbers.join(between)}${after}`
        const vault = createVault()
        const hidden = hideSecrets(text, vault)
        expect(restoreSecrets(hidden, vault)).toBe(text)
        for (const number of numbers) expect(hidden).not.toContain(number)
        const shown = hidden.replace('2026타채12345', '')
        expect(listVisibleDigits(shown.replaceAll('2026-11-20', ''))).toEqual([])
      },
    ),
    { numRuns: countPropertyRuns(2000) },
  )
})

test('forty long messages full of numbers take no longer together than one by one', () => {
  const vault = createVault()
  const messages = Array.from({ length: 40 }, (_, message) =>
    Array.from({ length: 600 }, (__, index) => `010${10_000_000 + message * 600 + index}`).join(' '),
  )
  expect(measureCpuMs(() => messages.map((message) => hideSecrets(message, vault)))).toBeLessThan(8000)
})
