import type { OfficialDocument } from '#contract/addresses/address-tasks.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { formatArea } from '#domain/compensation/survey-forms.ts'
import { formatOwnerShare, listSurveyRows, type SurveyRow } from '#domain/compensation/survey-rows.ts'
import { formatLetterDay } from '#domain/dates/office-date.ts'
import { formatMarker, tablePlaceholder } from '#domain/deposit-cases/letter-text.ts'
import { formatDayInWords, formatLetterWon } from '#domain/filings/document-texts.ts'
import type { FilledForm, MissingBox } from '#domain/filings/filing.ts'
import { formatWon } from '#domain/money/won.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'
import { buildDepositApplication, buildDepositTexts, findMissingDepositFields } from './deposit-application.ts'
import { type OfficialDocumentPages, type OfficialDocumentSource, requireBox } from './document-source.ts'

/** The official document of one address. */
export function buildOfficialDocument(type: OfficialDocument, source: OfficialDocumentSource): OfficialDocumentPages {
  const { forms, missing } = builders[type](source)
  // Each message once, however many pages leave the box empty.
  return { forms, missing: [...new Map(missing.map((box) => [`${box.box}\n${box.words}`, box])).values()] }
}

const defaultRequiredDocuments =
  '인감증명서(부동산 매도용) 1통, 주민등록표 초본 1통, 등기필증(등기필정보), 통장 사본, 신분증\n(법인은 법인인감증명서, 법인등기사항증명서, 사업자등록증 사본)'

/** 보상협의요청서 (토지보상법 제16조, 시행령 제8조 제1항), one sheet per owner, because each receives one. */
function buildConsultation(source: OfficialDocumentSource): OfficialDocumentPages {
  const { details, developer, owners } = source
  const rows = listSurveyRows(source)
  const names = owners.length > 0 ? owners.map(({ name }) => name) : [source.address.owner_name?.trim() ?? '']
  return {
    forms: names.map((name, index) =>
      buildConsultationSheet(source, rows, { name, address: owners[index]?.address ?? '', index }),
    ),
    missing: [
      ...requireBox('수신', names.join('').trim(), '소유자를 입력해 주세요.'),
      ...owners.flatMap(({ name, address }) => requireBox('주소', address, `${name}의 주소를 입력해 주세요.`)),
      ...requireBox('공익사업의 명칭', source.project, '사업구간을 입력해 주세요.'),
      ...findPeriodProblems(details),
      ...requireBox('협의장소', details.consultation_place),
      ...requireBox('협의방법', details.consultation_method),
      ...requireBox('보상의 시기', details.payment_time),
      ...(rows.length === 0 ? [{ box: '보상금액', words: '토지와 건물 정보가 없습니다.' }] : []),
      ...rows.flatMap(({ lot, problems }) =>
        problems.map((words) => ({ box: '보상금액', words: `${lot} : ${words}` })),
      ),
      ...requireBox('사업시행자', developer?.name, '사업구간에 담당자와 회사를 입력해 주세요.'),
    ],
  }
}

function buildConsultationSheet(
  { address, project, developer, manager, details, today }: OfficialDocumentSource,
  rows: readonly SurveyRow[],
  to: { name: string; address: string; index: number },
): FilledForm {
  const amounts = rows.map((row) => row.owners[to.index]?.amount ?? null)
  const total = amounts.reduce<number>((sum, won) => sum + (won ?? 0), 0)
  const isWhole = amounts.length > 0 && amounts.every((won) => won !== null)
  return {
    form: 'consultation',
    texts: {
      name: to.name,
      address: to.address,
      project,
      property: address.jibun,
      period: `${dayOrBlank(details.consultation_from)}부터 ${dayOrBlank(details.consultation_to)}까지`,
      place: details.consultation_place ?? '',
      method: details.consultation_method ?? '',
      time: details.payment_time ?? '',
      procedure: '협의 성립 → 계약 체결 → 소유권이전등기 → 보상금 지급(소유자 명의 계좌 입금)',
      papers: details.required_papers || defaultRequiredDocuments,
      total: isWhole ? formatLetterWon(total) : '',
      contact: [developer?.name, manager?.department, manager?.name, manager?.position].filter(Boolean).join(' '),
      date: formatDayInWords(today),
      developer: developer?.name ?? '',
    },
    lists: {
      items: rows.map((row, index) => [
        row.district,
        row.lot,
        row.sort,
        formatArea(row.kind === 'land' ? row.takenArea : row.area),
        formatWon(row.unitPrice),
        row.owners[to.index]?.share ?? '',
        formatWon(amounts[index] ?? null),
      ]),
    },
  }
}

function dayOrBlank(day: string | undefined): string {
  return formatDayInWords(day ?? null) || '        년    월    일'
}

function findPeriodProblems({ consultation_from, consultation_to }: OfficialDocumentSource['details']): MissingBox[] {
  if (!consultation_from || !consultation_to)
    return [{ box: '협의기간', words: '협의기간을 입력해 주세요. 30일 이상이어야 합니다.' }]
  const days = (Date.parse(consultation_to) - Date.parse(consultation_from)) / dayMs + 1
  if (days >= 30) return []
  return [
    {
      box: '협의기간',
      words: `협의기간이 ${days > 0 ? days : 0}일입니다. 특별한 사유가 없으면 30일 이상이어야 합니다.`,
    },
  ]
}

const costItems = [
  ['보수료', 'fees'],
  ['부가세', 'fees_vat'],
  ['제증명', 'proof'],
  ['공과금', 'tax'],
  ['증지·인지', 'stamp'],
] as const

/** 비용청구 공문 in the layout of the office's letters, to the developer, for one address. */
function buildCostLetter(source: OfficialDocumentSource): OfficialDocumentPages {
  const { address, office, developer, manager, project, today, documentNumber } = source
  const costs = costItems.flatMap(([label, key]) => (address[key] === null ? [] : [{ label, won: address[key] }]))
  const total = costs.reduce((sum, { won }) => sum + won, 0)
  const contactLine = formatContact(source)
  return {
    forms: [
      {
        form: 'cost_letter',
        texts: {
          office: office.name,
          reach: contactLine,
          number: documentNumber ?? `${office.letter_mark} (만들 때 부여)`,
          day: formatLetterDay(today),
          recipient: developer?.name ?? '',
          reference: formatReference(manager),
          title: formatCostLetterTitle(project),
          text: formatCostLetterText(project),
          owner: address.owner_name ?? '',
          property: address.jibun,
          purpose: address.purpose ?? '',
          total: costs.length === 0 ? '' : formatWon(total),
          claimed: costs.length === 0 ? '' : `3. 청구금액 : ${formatLetterWon(total)}`,
          account: `4. 입금계좌 : ${office.account}`,
          enclosures: `${enclosures}  끝.`,
          scrivener: formatScrivener(office),
          foot: `시행  ${documentNumber ?? ''} (${formatLetterDay(today)})        접수  -                    (                    )\n${contactLine} / 비공개`,
        },
        lists: { costs: costs.map(({ label, won }) => [label, formatWon(won)]) },
      },
    ],
    missing: [
      ...requireBox('수신', developer?.name, '사업구간에 담당자와 회사를 입력해 주세요.'),
      ...requireBox('참조', manager?.name, '담당자를 입력해 주세요.'),
      ...requireBox('제목', project, '사업구간을 입력해 주세요.'),
      ...requireBox('소유자', address.owner_name),
      ...(costs.length === 0
        ? [{ box: '청구금액', words: '보수료와 비용이 없으면 만들 수 없습니다. 주소의 비용 탭에 입력해 주세요.' }]
        : []),
      ...requireBox('입금계좌', office.account, '관리 → 사무소에서 입금계좌를 입력해 주세요.'),
    ],
  }
}

export function formatCostLetterTitle(project: string): string {
  return `${project === '' ? '' : `${project} `}비용청구`
}

function formatCostLetterText(project: string): string {
  return `1. 귀 기관의 무궁한 발전을 기원합니다.\n2. 「${project}」 공탁 및 등기 업무와 관련하여 아래와 같이 비용을 청구하오니 지급하여 주시기 바랍니다.`
}

/**
 * The same as text of a letter stored by the office: costs are list items, and the table shows the
 * property.
 */
export function buildCostLetterContent({ address, office, project }: OfficialDocumentSource): string {
  const costs = costItems.flatMap(([label, key]) => (address[key] === null ? [] : [{ label, won: address[key] }]))
  const total = costs.reduce((sum, { won }) => sum + won, 0)
  const lines = costs.map(
    ({ label, won }, index) => `  ${formatMarker(1, index + 1)} ${label} : ${formatLetterWon(won)}`,
  )
  const claimLines = [`3. 청구금액 : ${formatLetterWon(total)}`, ...lines, `4. 입금계좌 : ${office.account}`]
  return [formatCostLetterText(project), tablePlaceholder, ...claimLines, '', enclosures].join('\n')
}

const enclosures = '붙임  1. 비용내역서 1부.  2. 세금계산서 1부.'

/** `보상1부 나래 과장`. */
export function formatReference(manager: OfficialDocumentSource['manager']): string {
  return manager === null ? '' : [manager.department, manager.name, manager.position].filter(Boolean).join(' ')
}

function formatContact({ office: { address, telephone, fax, email } }: OfficialDocumentSource): string {
  return [address, `전화 ${telephone}`, ...(fax ? [`팩스 ${fax}`] : []), ...(email ? [email] : [])].join(' / ')
}

const builders: Readonly<Record<OfficialDocument, (source: OfficialDocumentSource) => OfficialDocumentPages>> = {
  compensation_consultation: buildConsultation,
  deposit: buildDepositApplication,
  deposit_notice: buildDepositNotices,
  cost_claim: buildCostLetter,
}

/**
 * 공탁서 contains the numbers of 피공탁자 (공탁규칙 제20조 제2항). Documents sent to people by post contain and
 * need none.
 */
export function needsNumbers(type: OfficialDocument): boolean {
  return type === 'deposit'
}

/** 공탁통지서, one per 피공탁자 (공탁규칙 제23조). Sent by post, so it contains no numbers. */
function buildDepositNotices(source: OfficialDocumentSource): OfficialDocumentPages {
  const { owners, office, today, address } = source
  const texts = {
    ...buildDepositTexts(source),
    date: formatDayInWords(today),
    agent_address: office.address,
    agent_telephone: office.telephone,
    agent: formatScrivener(office),
  }
  return {
    forms: (owners.length > 0 ? owners : [{ name: '', address: '', share: '' }]).map((owner) => ({
      form: 'deposit_notice',
      texts: {
        ...texts,
        recipient: [owner.name, formatOwnerShare(owner)].filter(Boolean).join(' '),
        recipient_name: owner.name,
        recipient_address: owner.address ?? '',
      },
      lists: {},
    })),
    missing: [
      ...requireBox('공탁번호', address.deposit_number, '공탁번호를 입력해 주세요. 공탁이 수리된 뒤에 통지합니다.'),
      ...findMissingDepositFields(source),
    ],
  }
}
