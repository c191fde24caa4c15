import { partsOfType, type ApplicationPart } from '../applications/application-type.ts'
import { amountInWords, dayInWords } from './document-words.ts'
import type { ApplicationValues, FilingSource, MissingBox } from './filing.ts'
import { filingKindWords, type FilingKind } from './filing-kinds.ts'

/** Title, cause and purpose of a filing, and the labelled boxes only its kind has. */
export interface FilingBoxes {
  readonly title: string
  readonly cause: string
  readonly purpose: string
  readonly extras: readonly (readonly [label: string, text: string])[]
  readonly missing: readonly MissingBox[]
}

export function filingBoxes(source: FilingSource, part: ApplicationPart, kind: FilingKind): FilingBoxes {
  const { application } = source
  const words = filingKindWords[kind]
  const cause = causeOf(application, part, kind)
  const purpose = purposeOf(application, kind)
  const extras = extrasOf(source, kind)
  const empty = [
    ...(cause.word === '' ? [['등기원인과 그 연월일', '등기원인을 입력해 주세요.'] as const] : []),
    ...(cause.day === null ? [['등기원인과 그 연월일', '등기원인일을 입력해 주세요.'] as const] : []),
    ...(purpose === '' ? [['등기의 목적', missingPurposeTexts[kind] ?? '등기목적을 입력해 주세요.'] as const] : []),
    ...extras.flatMap(({ label, text, words: ask }) =>
      text === '' && ask !== undefined ? [[label, ask] as const] : [],
    ),
  ]
  return {
    title: words.namesCause && cause.word !== '' ? `${words.title}(${cause.word})` : words.title,
    cause: [cause.day === null ? '      년    월    일' : dayInWords(cause.day), cause.word].join(' ').trimEnd(),
    purpose,
    extras: extras.map(({ label, text }) => [label, text]),
    missing: empty.map(([box, ask]) => ({ box, words: ask })),
  }
}

const missingPurposeTexts: Partial<Readonly<Record<FilingKind, string>>> = {
  division: '이전할 지분(예: 2번 김가온 지분)을 입력해 주세요.',
}

/**
 * The first filing has the typed cause. Later ones have their own: a mortgage filed with the
 * transfer is agreed on the day of filing, and a rental dwelling's note is dated by its
 * registration for rent.
 */
function causeOf(
  { application_type, cause, registration_cause_date, regi_date, housing_reg_date }: ApplicationValues,
  part: ApplicationPart,
  kind: FilingKind,
): { word: string; day: string | null } {
  const isFirst = partsOfType(application_type)[0] === part
  const wording = filingKindWords[kind].cause
  if (kind === 'rental_housing_note') return { word: wording, day: housing_reg_date ?? registration_cause_date }
  if (!isFirst) return { word: wording, day: regi_date }
  return { word: cause?.trim() ? cause.trim() : wording, day: registration_cause_date }
}

function purposeOf({ moved_share, purpose }: ApplicationValues, kind: FilingKind): string {
  const share = moved_share?.trim() ?? ''
  if (kind === 'transfer' && share !== '') return '소유권 일부이전'
  if (kind === 'division') return share === '' ? '' : `${share} 전부이전`
  return kind === 'other' ? (purpose?.trim() ?? '') : filingKindWords[kind].purpose
}

/** `words`: what to do when it is empty; a box without them may stay empty. */
interface Extra {
  readonly label: string
  readonly text: string
  readonly words?: string
}

function extrasOf({ application, grantees, lands }: FilingSource, kind: FilingKind): Extra[] {
  const { moved_share, claim_amount, debtor, deceased } = application
  switch (kind) {
    case 'transfer':
      return [{ label: '이전할 지분', text: moved_share ?? '' }]
    case 'inheritance':
      return [
        { label: '이전할 지분', text: moved_share ?? '' },
        { label: '피상속인', text: deceased ?? '', words: '피상속인의 성명·주민등록번호·주소를 입력해 주세요.' },
      ]
    case 'mortgage':
      return [
        {
          label: '채권최고액',
          words: '채권최고액을 입력해 주세요.',
          text: claim_amount === null ? '' : amountInWords(claim_amount),
        },
        { label: '채무자', text: debtorText(debtor, grantees), words: '채무자의 성명과 주소를 입력해 주세요.' },
        { label: '설정할 지분', text: moved_share ?? '' },
      ]
    case 'lease':
      return leaseExtras(application)
    case 'rental_housing_note':
      return [{ label: '부기할 사항', text: noteOfRentalHousing }]
    case 'mortgage_cancellation':
      return [cancelledEntry(application, '근저당권설정등기')]
    case 'lease_cancellation':
      return [cancelledEntry(application, '임차권설정등기')]
    case 'division':
    case 'other':
      return lands.length > 0 && moved_share === null ? [] : [{ label: '이전할 지분', text: moved_share ?? '' }]
  }
}

/** Usually the owner borrows: a sole owner is the debtor unless another one is entered. */
function debtorText(debtor: string | null, owners: FilingSource['grantees']): string {
  if (debtor?.trim()) return debtor
  const [owner] = owners
  return owner !== undefined && owners.length === 1 ? [owner.name, owner.address].filter(Boolean).join('\n') : ''
}

/** 「민간임대주택에 관한 특별법」 제5조의2. */
const noteOfRentalHousing =
  '이 주택은 「민간임대주택에 관한 특별법」에 따른 임대의무기간 동안 임대료 증액기준을 준수하여야 하는 재산임'

function leaseExtras({ lease_deposit, lease_rent, lease_scope, lease_period }: ApplicationValues): Extra[] {
  return [
    {
      label: '임차보증금',
      words: '임차보증금을 입력해 주세요.',
      text: lease_deposit === null ? '' : amountInWords(lease_deposit),
    },
    { label: '차임 및 지급시기', text: lease_rent ?? '', words: '차임을 입력해 주세요.' },
    { label: '임차 범위', text: lease_scope?.trim() ? lease_scope : '주택 전부' },
    { label: '존속기간', text: lease_period ?? '', words: '존속기간을 입력해 주세요.' },
  ]
}

function cancelledEntry({ cancelled_date, cancelled_number }: ApplicationValues, entry: string): Extra {
  const number = cancelled_number?.trim().replace(/^제|호$/g, '') ?? ''
  const isKnown = cancelled_date !== null && number !== ''
  return {
    label: '말소할 등기',
    text: isKnown ? `${dayInWords(cancelled_date)} 접수 제${number}호로 마친 ${entry}` : '',
    words: '말소할 등기의 접수일과 접수번호를 입력해 주세요.',
  }
}
