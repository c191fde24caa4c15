import type { PrivacyNoticeData, PrivacyRecipientTexts } from '#contract/retention/privacy-notice.ts'
import {
  formatPeriod,
  getRetentionKind,
  type RetentionKind,
  type RetentionKindName,
  retentionKindNames,
  retentionKinds,
} from '#contract/retention/retention-kinds.ts'
import { formatDay } from '#domain/dates/office-date.ts'

/** A retention period set by the office for a kind, in years, from a day on; oldest first. */
interface SetPeriod {
  readonly kind: RetentionKindName
  readonly effective_from: string
  readonly years: number
}

interface PrivacyContext {
  readonly periods: readonly SetPeriod[]
  readonly recipients: readonly PrivacyRecipientTexts[]
  readonly chatModel: string | null
  readonly hasKakao: boolean
  readonly today: string
}

/**
 * The facts on /privacy about retention and recipients, from the same table that destruction uses.
 */
export function buildPrivacyNotice({
  periods,
  recipients,
  chatModel,
  hasKakao,
  today,
}: PrivacyContext): PrivacyNoticeData {
  const kinds = retentionKindNames.flatMap((name) => {
    const { notice } = getRetentionKind(name)
    if (!notice) return []
    const officePeriods = periods.filter(({ kind }) => kind === name)
    return [{ ...notice, period: describePeriod(getRetentionKind(name), officePeriods, today) }]
  })
  const backups = formatPeriod(retentionKinds.backups.minPeriod)
  return { kinds, recipients, chat_model: chatModel, has_kakao: hasKakao, backups }
}

/** Defaults for a new office, before its database is read. */
export const defaultPrivacyNotice = buildPrivacyNotice({
  periods: [],
  recipients: [],
  chatModel: null,
  hasKakao: true,
  today: '2025-05-01',
})

function describePeriod(kind: RetentionKind, set: readonly SetPeriod[], today: string): string {
  const { minPeriod, legalBasis } = kind
  const current = set.findLast(({ effective_from }) => effective_from <= today)
  const years = 'years' in minPeriod && current ? Math.max(minPeriod.years, current.years) : null
  const period = years === null ? formatPeriod(minPeriod) : formatPeriod({ years })
  const announcedChanges = set
    .filter(({ effective_from }) => effective_from > today)
    .map((setPeriod) => `, ${formatDay(setPeriod.effective_from)}부터 ${formatPeriod({ years: setPeriod.years })}`)
  return `${period}${announcedChanges.join('')} (${describeStart(kind)}). ${legalBasis}`
}

/** The start of a period as text. */
export function describeStart({ periodStart, from }: RetentionKind): string {
  return periodStart === 'next_year' ? `${from}의 다음 해부터` : `${from}부터`
}
