import { formatWon } from '../money/won.ts'

/** `2026년 11월 20일`, as in filings; empty without a day. */
export function dayInWords(day: string | null): string {
  if (day === null) return ''
  const [year, month, date] = day.split('-').map(Number)
  return `${year}년 ${month}월 ${date}일`
}

/** `금 1,234,000원`; without an amount, blank space to write it in. */
export function amountInWords(amount: number | null): string {
  return amount === null ? '금                    원' : `금 ${formatWon(amount)}원`
}

/** `금일백이십삼만사천원정`: an amount in words that no digit can be added to. Every 일 is written. */
export function wonInHangul(amount: number): string {
  if (amount === 0) return '금영원정'
  const groups: string[] = []
  for (let rest = Math.abs(amount), at = 0; rest > 0; rest = Math.floor(rest / 10_000), at += 1) {
    const words = fourDigits(rest % 10_000)
    if (words !== '') groups.unshift(`${words}${largeUnits[at] ?? ''}`)
  }
  return `금${amount < 0 ? '마이너스' : ''}${groups.join('')}원정`
}

const digits = ['', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구']
const smallUnits = ['', '십', '백', '천']
const largeUnits = ['', '만', '억', '조']

function fourDigits(value: number): string {
  return [3, 2, 1, 0]
    .map((place) => {
      const digit = Math.floor(value / 10 ** place) % 10
      return digit === 0 ? '' : `${digits[digit] ?? ''}${smallUnits[place] ?? ''}`
    })
    .join('')
}

/** `김가온 외 2명`. */
export function firstAndOthers(names: readonly string[]): string {
  const [first = ''] = names
  return names.length > 1 ? `${first} 외 ${names.length - 1}명` : first
}
