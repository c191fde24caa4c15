/**
 * `금1,234,000원(금일백이십삼만사천원)`: an amount that can't be altered by hand (행정 효율과 협업 촉진에 관한 규정 시행규칙 제2조
 * 제4항).
 */
export function letterWon(amount: number): string {
  const sign = amount < 0 ? '-' : ''
  const digits = Math.abs(amount).toLocaleString('ko-KR')
  return `금${sign}${digits}원(금${sign === '' ? '' : '마이너스 '}${wonInHangul(Math.abs(amount))}원)`
}

const numerals = Array.from('영일이삼사오육칠팔구')
const small = ['', '십', '백', '천']
const large = ['', '만', '억', '조']

/** 1,234,000 → 일백이십삼만사천: every 일 is written. */
function wonInHangul(amount: number): string {
  if (amount === 0) return '영'
  const groups = large.map((unit, index) => ({ unit, four: Math.floor(amount / 10_000 ** index) % 10_000 }))
  return groups
    .toReversed()
    .filter(({ four }) => four > 0)
    .map(({ unit, four }) => `${fourInHangul(four)}${unit}`)
    .join('')
}

function fourInHangul(four: number): string {
  const digits = Array.from(String(four), Number)
  return digits
    .map((digit, index) => {
      if (digit === 0) return ''
      const unit = small[digits.length - 1 - index] ?? ''
      return `${numerals[digit]}${unit}`
    })
    .join('')
}
