/** `1,234,000`; empty stays empty. Screens that want the unit add 원. */
export function formatWon(amount: number | null): string {
  return amount === null ? '' : grouped.format(amount)
}

const grouped = new Intl.NumberFormat('ko-KR')

/**
 * Won from what a person typed or pasted: commas, spaces, 원 and full-width digits are taken off; empty stays null; what is no whole number becomes 0
 * (spec 2 §5 "Inline edit").
 */
export function parseWon(text: string): number | null {
  const won = readWon(text)
  return typeof won === 'string' ? 0 : won
}

/** The same, but what is no whole number stays text, so that it can be refused and is not taken for 0. */
export function readWon(text: string): number | string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[,\s₩]/g, '')
    .replace(/원정?$/, '')
  if (plain === '') return null
  return /^[+-]?\d{1,15}$/.test(plain) ? Number(plain) || 0 : plain
}
