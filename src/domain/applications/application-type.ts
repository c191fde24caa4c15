/**
 * The single applications 신청서 of a composite type, in legal order. Each has its own receipt number.
 */
export const applicationParts = [
  { value: 'inheritance', label: '상속' },
  { value: 'division', label: '분할' },
  { value: 'ownership_transfer', label: '소유권이전' },
  { value: 'mortgage_cancellation', label: '근저당권말소' },
  { value: 'mortgage_registration', label: '근저당권설정' },
  { value: 'lease_cancellation', label: '임차권말소' },
  { value: 'lease_registration', label: '임차권(임대주택)' },
  { value: 'other', label: '기타' },
] as const

export type ApplicationPart = (typeof applicationParts)[number]['value']

/** Types offered for selection, in this order. Every other combination is accepted too. */
export const offeredTypes: readonly string[] = [
  'ownership_transfer',
  'ownership_transfer-mortgage_registration',
  'ownership_transfer-mortgage_registration-lease_registration',
  'mortgage_registration',
  'mortgage_cancellation',
  'lease_registration',
  'lease_cancellation',
  'inheritance',
  'division',
  'other',
]

/** Labels of types that differ from their part's label. */
const ownLabels = new Map([['lease_registration', '임차권등기']])

/**
 * Joins the part labels of offered types like 소유권이전+근저당권설정, and those of other combinations by ` ·
 * `.
 */
export function applicationTypeLabel(type: string): string {
  const own = ownLabels.get(type)
  if (own !== undefined) return own
  const labels = type.split('-').map((part) => applicationParts.find(({ value }) => value === part)?.label ?? part)
  return labels.join(offeredTypes.includes(type) ? '+' : ' · ')
}

/**
 * The parts of a type in legal order, each once. Unknown words are left out; without a known one it
 * is `other`.
 */
export function partsOfType(type: string): readonly ApplicationPart[] {
  const named = type.split('-')
  const known = applicationParts.filter(({ value }) => named.includes(value)).map(({ value }) => value)
  return known.length > 0 ? known : ['other']
}

export function isApplicationType(type: string): boolean {
  const named = type.split('-')
  return (
    named.every((part) => applicationParts.some(({ value }) => value === part)) && new Set(named).size === named.length
  )
}

/**
 * The type derived from a unit: 소유권이전 when this office does it, 근저당권설정 when there is a mortgage
 * bank, 임차권(임대주택) when the dwelling is registered for rent; empty when none applies.
 */
export function derivedType(
  unit: {
    readonly ownership_lawyer: string | null
    readonly mortgage_bank_id: string | null
    readonly housing_reg_date: string | null
  },
  office: { readonly name: string; readonly scrivener: string },
): string {
  const isOwnOffice = isThisOffice(unit.ownership_lawyer, office)
  return [
    ...(isOwnOffice ? ['ownership_transfer'] : []),
    ...(unit.mortgage_bank_id !== null ? ['mortgage_registration'] : []),
    ...(unit.housing_reg_date !== null ? ['lease_registration'] : []),
  ].join('-')
}

/** 온결 법무사사무소, 법무사 한온결 and 한온결 are equivalent, ignoring spaces. */
function isThisOffice(lawyer: string | null, { name, scrivener }: { name: string; scrivener: string }): boolean {
  const plain = (text: string) => text.replace(/\s|^법무사(?=.)/g, '')
  if (lawyer === null || lawyer.trim() === '') return false
  return [name, scrivener, `법무사${scrivener}`].some((own) => own !== '' && plain(own) === plain(lawyer))
}
