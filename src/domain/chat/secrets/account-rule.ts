import { finderOf, isAccountShape, isDated, isRegister, type NumberMatch } from './number-shapes.ts'

/**
 * Bank accounts: recognised by their shape with hyphens, otherwise by neighbouring words. Sums,
 * days and company numbers next to the same words don't count.
 */
export const accounts = finderOf(
  [
    String.raw`\d+(?:-\d+){1,4}`,
    ...[4, 3, 2, 1].map((more) => String.raw`\d+(?:[ .\-]{1,2}\d+){${more}}`),
    String.raw`\d{9,16}`,
  ],
  (match) => (isAccount(match) ? 'account' : null),
)

export function isCalledAccount(before: string): boolean {
  return calledAccount.test(before)
}

function isAccount(match: NumberMatch): boolean {
  const { whole, value, groups, before, after } = match
  if (value.length < 9 || value.length > 16 || isDated(whole)) return false
  if (groups.length > 1 && !whole.includes('-') && (groups[0] ?? 0) >= 10) return false
  // 1,234,567 and 1234567원 are sums, checked before and after the match.
  if (/^\s?(?:원|만|억|천|,\d{3}|세대|㎡)/.test(after) || /\d,$/.test(before) || /사업자[^\d]{0,10}$/.test(before))
    return false
  if (isCalledAccount(before) || nameAfter.test(after)) return true
  if (isRegister(whole)) return false
  if (value.length >= 11 && isAccountShape(whole)) return !/\d-$/.test(before) && !/^-\d/.test(after)
  return isNearBank(match)
}

const banks =
  '국민|신한|우리|하나|농협|기업|카카오|토스|케이|새마을금고|새마을|우체국|신협|수협|제일|씨티|대구|부산|경남|광주|전북|제주|산업|iM'
const calledAccount = /(?:계좌|통장|예금주|account)(?!\s?이체)[^\d]{0,14}$/i
const nameAfter = new RegExp(
  String.raw`^[^\d]{0,4}(?:계좌|통장|예금주|은행|뱅크|농협|(?:${banks})\s?(?:은행|뱅크)|[(（]\s?(?:${banks})\s?[)）]|로 (?:입금|송금|이체))`,
)
const bankBefore = new RegExp(String.raw`(?:${banks}|은행|뱅크|입금|송금|예금|이체)(?!액)[^\d]{0,14}$`)

/**
 * A bank's name is weaker evidence than a word for account: 우리 and 기업 are common words, and 입금 is
 * as often next to a sum.
 */
function isNearBank({ whole, value, groups, before }: NumberMatch): boolean {
  if (!bankBefore.test(before) || value.length < 10 || /액[^\d]{0,6}$/.test(before)) return false
  const isFirm = /^\d{3}-\d{2}-\d{5}$/.test(whole)
  const isSum = value.endsWith('000') && !whole.includes('-')
  return !isFirm && !isSum && groups.length <= 4
}
