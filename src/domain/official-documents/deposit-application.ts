import type { DepositGround } from '#contract/addresses/address-tasks.ts'
import { formatOwnerShare, listSurveyRows } from '#domain/compensation/survey-rows.ts'
import { formatDayInWords, formatWonInHangul } from '#domain/filings/document-texts.ts'
import type { MissingBox } from '#domain/filings/filing.ts'
import { formatWon } from '#domain/money/won.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'
import {
  type DocumentOwner,
  type OfficialDocumentPages,
  type OfficialDocumentSource,
  requireBox,
} from './document-source.ts'

/** 공탁서, 제1-1호 양식. HAZARD: contains the full numbers of 피공탁자. */
export function buildDepositApplication(source: OfficialDocumentSource): OfficialDocumentPages {
  const { owners, office, today } = source
  const texts = {
    ...buildDepositTexts(source),
    date: formatDayInWords(today),
    applied: `${formatDayInWords(today)} 신청`,
    names: listOwnerTexts(owners, (owner) => [owner.name, formatOwnerShare(owner)].filter(Boolean).join(' ')),
    numbers: listOwnerTexts(owners, ({ num }) => num ?? ''),
    addresses: listOwnerTexts(owners, ({ address }) => address ?? ''),
    enclosures: formatEnclosures(source),
    agent_address: office.address,
    agent_telephone: office.telephone,
    agent: formatScrivener(office),
  }
  return {
    forms: [{ form: 'deposit', texts, lists: {} }],
    missing: [
      ...findMissingDepositFields(source),
      ...findMissingDepositorNumber(source),
      ...findMissingOwnerNumbers(owners),
    ],
  }
}

/** One line per owner, numbered when there are several. */
function listOwnerTexts(owners: readonly DocumentOwner[], textOf: (owner: DocumentOwner) => string): string {
  if (owners.length === 1) return owners.map(textOf).join('')
  return owners.map((owner, index) => `${index + 1}. ${textOf(owner)}`).join('\n')
}

function formatEnclosures({ details, owners }: OfficialDocumentSource): string {
  const isUnknown = details.deposit_ground === 'unknown_holder'
  return [
    '1. 재결서 사본 1통',
    '2. 부동산 등기사항증명서 1통',
    '3. 토지대장 1통',
    isUnknown ? '4. 받을 자를 알 수 없음을 소명하는 서면 1통' : '4. 피공탁자 주소 소명 서면(주민등록표 초본 등) 1통',
    '5. 위임장, 공탁자 자격증명서 각 1통',
    `6. 공탁통지서 ${owners.length === 0 ? '    ' : owners.length}통`,
  ].join('\n')
}

function findMissingDepositorNumber(source: OfficialDocumentSource): MissingBox[] {
  const box = '공탁자 주민등록번호(법인등록번호)'
  if (isDeveloper(source))
    return requireBox(box, source.developer?.num, '공탁 관리 → 회사관리에서 회사의 법인등록번호를 입력해 주세요.')
  return [{ box, words: `공탁자 ${source.address.deposit_name ?? ''}의 번호는 인쇄한 뒤 적어 주세요.` }]
}

function findMissingOwnerNumbers(owners: readonly DocumentOwner[]): MissingBox[] {
  return owners.flatMap(({ name, num }) =>
    requireBox('피공탁자 주민등록번호(법인등록번호)', num, `${name}의 주민등록번호(법인등록번호)를 입력해 주세요.`),
  )
}

const law = '「공익사업을 위한 토지 등의 취득 및 보상에 관한 법률」'

const legalReasons: Readonly<Record<DepositGround, { item: string; reason: string }>> = {
  refused: { item: '제1호', reason: '피공탁자가 그 수령을 거절하므로' },
  unknown_holder: { item: '제2호', reason: '사업시행자의 과실 없이 보상금을 받을 자를 알 수 없으므로' },
  ruling_disputed: { item: '제3호', reason: '재결한 보상금에 대하여 사업시행자가 불복하므로' },
  seized: { item: '제4호', reason: '압류 또는 가압류에 의하여 보상금의 지급이 금지되었으므로' },
}

const blankDay = '        년    월    일'

/** The texts shared by 공탁서 and 공탁통지서, by box name. */
export function buildDepositTexts(source: OfficialDocumentSource): Record<string, string> {
  const { address, details, developer, manager } = source
  const amount = resolveDepositAmount(source)
  const legalReason = details.deposit_ground && legalReasons[details.deposit_ground]
  return {
    deposit_number: address.deposit_number?.trim() || '            년  금  제              호',
    law: `${law} 제40조제2항${legalReason?.item ?? '제    호'}`,
    depositor: findDepositor(source),
    depositor_address: developer?.address ?? '',
    depositor_num: isDeveloper(source) ? (developer?.num ?? '') : '',
    depositor_telephone: manager?.telephone ?? '',
    amount_in_words: amount === null ? '' : formatWonInHangul(amount),
    amount: amount === null ? '' : `${formatWon(amount)}원`,
    bank: details.bank ?? '',
    cause: formatCause(
      source,
      legalReason?.reason ?? '                                        하므로',
      legalReason?.item ?? '제    호',
    ),
    court: findCourt(source),
  }
}

/** Empty boxes of both documents. */
export function findMissingDepositFields(source: OfficialDocumentSource): MissingBox[] {
  const { address, details, developer } = source
  const pairs: [box: string, value: string | null | undefined, words?: string][] = [
    ['법령조항', details.deposit_ground, '공탁 사유(토지보상법 제40조제2항 각 호)를 선택해 주세요.'],
    ['공탁자', findDepositor(source), '주소의 공탁자, 또는 사업구간의 회사를 입력해 주세요.'],
    ['공탁자 주소', developer?.address, '공탁 관리 → 회사관리에서 회사의 주소를 입력해 주세요.'],
    ['공탁자 전화번호', source.manager?.telephone, '공탁 관리 → 관리자관리에서 담당자의 연락처를 입력해 주세요.'],
    ['피공탁자', source.owners.map(({ name }) => name).join(''), '소유자를 입력해 주세요.'],
    ['보관은행', details.bank],
    ['공탁원인사실', source.project, '사업구간을 입력해 주세요.'],
    ['공탁원인사실', details.ruling_committee, '재결한 토지수용위원회를 입력해 주세요.'],
    ['공탁원인사실', details.ruling_day, '재결일을 입력해 주세요.'],
    ['공탁원인사실', details.use_day, '수용개시일을 입력해 주세요. 그날까지 공탁하지 않으면 재결의 효력이 없어집니다.'],
    ['공탁소', findCourt(source), '공탁할 법원을 입력해 주세요.'],
  ]
  const addresses = source.owners.flatMap(({ name, address: ownerAddress }): MissingBox[] =>
    requireBox('피공탁자 주소', ownerAddress, `${name}의 주소를 입력해 주세요.`),
  )
  return [
    ...pairs.flatMap(([box, value, words]) => requireBox(box, value, words)),
    ...addresses,
    ...findAmountProblems(source, address.deposit_amount),
  ]
}

/** The recorded deposit amount, otherwise the sum of all parcels and buildings. */
function resolveDepositAmount(source: OfficialDocumentSource): number | null {
  return source.address.deposit_amount ?? sumSurveyAmounts(source)
}

/** 공탁자: as recorded, otherwise the developer. */
function findDepositor({ address, developer }: OfficialDocumentSource): string {
  return address.deposit_name?.trim() || (developer?.name ?? '')
}

/** The company's number is only used when the company is the 공탁자. */
function isDeveloper({ address, developer }: OfficialDocumentSource): boolean {
  const entered = address.deposit_name?.trim() ?? ''
  return entered === '' || entered === developer?.name
}

function sumSurveyAmounts(source: OfficialDocumentSource): number | null {
  const amounts = listSurveyRows(source).map(({ compensation }) => compensation)
  if (amounts.length === 0 || amounts.includes(null)) return null
  return amounts.reduce<number>((sum, won) => sum + (won ?? 0), 0)
}

/** An amount cannot be corrected once it is filed (공탁규칙 제12조 제2항). */
function findAmountProblems(source: OfficialDocumentSource, entered: number | null): MissingBox[] {
  const computed = sumSurveyAmounts(source)
  if (entered === null && computed === null)
    return [{ box: '공탁금액', words: '공탁금액, 또는 토지의 편입면적과 단가를 입력해 주세요.' }]
  if (entered === null || computed === null || entered === computed) return []
  const words = `주소의 공탁금액 ${formatWon(entered)}원이 보상액 합계 ${formatWon(computed)}원과 다릅니다. 공탁금액은 정정할 수 없습니다.`
  return [{ box: '공탁금액', words }]
}

function findCourt({ address, details }: OfficialDocumentSource): string {
  const office = address.regi_office?.trim() ?? ''
  return details.court || (/법원|공탁/.test(office) ? office : '')
}

function formatCause(source: OfficialDocumentSource, reason: string, item: string): string {
  const { address, details, project, owners } = source
  const committee = details.ruling_committee || '                    토지수용위원회'
  const ruled = formatDayInWords(details.ruling_day ?? null) || blankDay
  const used = formatDayInWords(details.use_day ?? null) || blankDay
  const work = project === '' ? '                              사업' : project
  const [first] = owners
  const owned = details.deposit_ground === 'unknown_holder' || first === undefined ? '' : '피공탁자 소유의 '
  return `공탁자는 ${work}의 사업시행자로서 ${owned}${address.jibun}에 대하여 ${ruled} ${committee}의 수용재결(수용개시일 ${used})에 따른 손실보상금을 지급하고자 하였으나, ${reason} ${law} 제40조제2항${item}에 따라 공탁합니다.`
}
