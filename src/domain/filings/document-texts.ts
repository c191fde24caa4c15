import { formatNumber } from '#contract/text/format-number.ts'
import { formatWon } from '#domain/money/won.ts'

/** `2026년 11월 20일`, as in filings; empty without a day. */
export function formatDayInWords(day: string | null): string {
  if (day === null) return ''
  const [year, month, date] = day.split('-').map(Number)
  return `${year}년 ${month}월 ${date}일`
}

/** `금 1,234,000원`; without an amount, blank space to write it in. */
export function formatLegalAmount(amount: number | null): string {
  return amount === null ? '금                    원' : `금 ${formatWon(amount)}원`
}

/** `금일백이십삼만사천원정`: an amount in words that no digit can be added to. Every 일 is written. */
export function formatWonInHangul(amount: number): string {
  if (amount === 0) return '금영원정'
  const groups: string[] = []
  for (
    let remaining = Math.abs(amount), unitIndex = 0;
    remaining > 0;
    remaining = Math.floor(remaining / 10_000), unitIndex += 1
  ) {
    const groupText = formatFourDigits(remaining % 10_000)
    if (groupText !== '') groups.unshift(`${groupText}${largeUnits[unitIndex] ?? ''}`)
  }
  return `금${amount < 0 ? '마이너스' : ''}${groups.join('')}원정`
}

const hangulDigits = ['', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구']
const smallUnits = ['', '십', '백', '천']
const largeUnits = ['', '만', '억', '조']

function formatFourDigits(value: number): string {
  return [3, 2, 1, 0]
    .map((place) => {
      const digit = Math.floor(value / 10 ** place) % 10
      return digit === 0 ? '' : `${hangulDigits[digit] ?? ''}${smallUnits[place] ?? ''}`
    })
    .join('')
}

/** `김가온 외 2명`. */
export function joinFirstAndOthers(names: readonly string[]): string {
  const [first = ''] = names
  return names.length > 1 ? `${first} 외 ${names.length - 1}명` : first
}

/**
 * `금1,234,000원(금일백이십삼만사천원)`: an amount that can't be altered by hand (행정 효율과 협업 촉진에 관한 규정 시행규칙 제2조
 * 제4항).
 */
export function formatLetterWon(amount: number): string {
  const sign = amount < 0 ? '-' : ''
  const digits = formatNumber(Math.abs(amount))
  return `금${sign}${digits}원(금${sign === '' ? '' : '마이너스 '}${formatFullHangul(Math.abs(amount))}원)`
}

const numerals = Array.from('영일이삼사오육칠팔구')
const small = ['', '십', '백', '천']
const large = ['', '만', '억', '조']

/** 1,234,000 → 일백이십삼만사천: every 일 is written. */
function formatFullHangul(amount: number): string {
  if (amount === 0) return '영'
  const groups = large.map((unit, index) => ({ unit, four: Math.floor(amount / 10_000 ** index) % 10_000 }))
  return groups
    .toReversed()
    .filter(({ four }) => four > 0)
    .map(({ unit, four }) => `${formatFourInHangul(four)}${unit}`)
    .join('')
}

function formatFourInHangul(four: number): string {
  const digits = Array.from(String(four), Number)
  return digits
    .map((digit, index) => {
      if (digit === 0) return ''
      const unit = small[digits.length - 1 - index] ?? ''
      return `${numerals[digit]}${unit}`
    })
    .join('')
}
