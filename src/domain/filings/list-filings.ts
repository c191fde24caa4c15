import { type ApplicationPart, parseApplicationType } from '#domain/applications/application.ts'
import { formatWon } from '#domain/money/won.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'
import { formatDayInWords, formatLegalAmount } from './document-texts.ts'
import { type Enclosure, listEnclosures, listUnchecked, sharedEnclosuresNote } from './enclosures.ts'
import { computeTotalTax, type FilingKind, filingKindLabels, resolveFilingKind } from './filing-kinds.ts'
import { type FilingSide, resolveFilingSides, toPartyRows } from './filing-sides.ts'
import type { ApplicationValues, Filing, FilingSource, FilingSums, MissingBox } from './filing.ts'

/**
 * The applications 등기신청서 of one unit, one per part of its type, in legal order. Names of texts and
 * lists: `server/documents/forms/filing-form.ts`.
 */
export function listFilings(source: FilingSource): Filing[] {
  const parts = parseApplicationType(source.application.application_type)
  return parts.map((part, index) => buildFiling(source, part, index === 0))
}

function buildFiling(source: FilingSource, part: ApplicationPart, isFirst: boolean): Filing {
  const kind = resolveFilingKind(part, source.application)
  const boxes = buildFilingBoxes(source, part, kind)
  const { sides, missing: missingParties } = resolveFilingSides(source, kind)
  const property = describeProperty(source)
  const enclosures = listEnclosures(source, kind, sides)
  const sums = buildSumTexts(source.sums[part], kind)
  const bond = findMissingBond(source.sums[part], kind)
  const registry = source.group.office?.trim() ?? ''
  return {
    form: 'filing',
    part,
    texts: {
      title: boxes.title,
      cause: boxes.cause,
      purpose: boxes.purpose,
      property: property.text,
      ...buildDealTexts(source, kind),
      ...sums.texts,
      immovable_num: source.unit.immovable_num ?? '',
      title_holder: formatTitleHolder(sides),
      enclosures_note: isFirst ? '' : sharedEnclosuresNote,
      date: formatDayInWords(source.application.regi_date),
      ...buildSignatureTexts(source, sides),
      registry: registry === '' ? '귀중' : `${registry} 귀중`,
    },
    lists: {
      extras: boxes.extras,
      parties: sides.flatMap(toRows),
      enclosures: enclosures.map(toEnclosureRow),
    },
    missing: [
      ...boxes.missing,
      ...missingParties,
      ...property.missing,
      ...sums.missing,
      ...bond,
      ...findMissingUnitFields(source, registry),
      ...findUncheckedBox(enclosures),
    ],
  }
}

/** One row per party, beginning with its side; an empty side keeps its box. */
function toRows({ label, parties }: FilingSide): string[][] {
  if (parties.length === 0) return [[label, '', '', '', '']]
  return toPartyRows(parties).map((row) => [label, ...row])
}

/** The report of a sale, below the property. */
function buildDealTexts({ application }: FilingSource, kind: FilingKind): Record<string, string> {
  if (kind !== 'transfer' || (application.cause ?? '매매').trim() !== '매매') return {}
  const { transaction_amount } = application
  return { deal: `거래신고관리번호 :\n거래가액 : ${formatLegalAmount(transaction_amount)}` }
}

function buildSumTexts(sums: FilingSums | undefined, kind: FilingKind) {
  const { tax } = filingKindLabels[kind]
  const mainTax = sums?.[tax] ?? null
  const [education, rural] = [sums?.education_tax ?? null, sums?.rural_tax ?? null]
  const fee = sums?.filing_fee ?? null
  const total = sums ? computeTotalTax(sums, tax) : null
  const name = tax === 'acquisition_tax' ? '취득세' : '등록면허세'
  const missing: MissingBox[] = [
    ...(mainTax === null
      ? [
          {
            box: name,
            words:
              total === null ? `${name}를 입력해 주세요.` : `${name}를 나누어 적어 주세요. 세액 합계만 인쇄합니다.`,
          },
        ]
      : []),
    ...(mainTax !== null && education === null
      ? [
          {
            box: '지방교육세',
            words: `지방교육세를 확인해 주세요. 입력한 ${name}에 들어 있으면 ‘입력한 세액’에서 선택해 주세요.`,
          },
        ]
      : []),
    ...(mainTax !== null && education !== null && total === null
      ? [{ box: '농어촌특별세', words: '농어촌특별세를 확인해 주세요. 주택은 전용면적을 입력하면 산출됩니다.' }]
      : []),
    ...(mainTax !== null && total === null
      ? [{ box: '세액 합계', words: '확인되지 않은 세액이 있어 비워 둡니다.' }]
      : []),
    ...(fee === null ? [{ box: '등기신청수수료', words: '등기신청수수료를 확인해 주세요.' }] : []),
  ]
  const texts = {
    first_tax: formatLegalAmount(mainTax),
    education_tax: formatLegalAmount(education),
    rural_tax: formatLegalAmount(rural),
    tax_total: formatLegalAmount(total),
    filing_fee: formatLegalAmount(fee),
    standard_value: formatLegalAmount(sums?.standard_value ?? null),
    bond: formatLegalAmount(sums?.bond ?? null),
  }
  return { texts, missing }
}

/** Bonds are bought for transfers of ownership; not every address shows which rates apply. */
function findMissingBond(sums: FilingSums | undefined, kind: FilingKind): MissingBox[] {
  const isRequired = (kind === 'transfer' || kind === 'inheritance') && (sums?.standard_value ?? null) !== null
  if (!isRequired || (sums?.bond ?? null) !== null) return []
  return [
    {
      box: '국민주택채권매입금액',
      words: '채권 매입 지역을 선택해 주세요. 주소로는 특별시·광역시인지 알 수 없습니다.',
    },
  ]
}

/** The obligor, whose 등기필정보 is submitted. A party that files alone submits none. */
function formatTitleHolder(sides: readonly FilingSide[]): string {
  if (sides.length < 2) return ''
  return sides[0]?.parties.map(({ name }) => name).join(', ') ?? ''
}

function buildSignatureTexts({ office }: FilingSource, sides: readonly FilingSide[]): Record<string, string> {
  const names = sides.map(({ label, parties }) => {
    const role = label.replace(/\n.*/, '')
    const [first] = parties
    const who = first === undefined ? '' : parties.length > 1 ? `${first.name} 외 ${parties.length - 1}명` : first.name
    return `위 ${role}  ${who}`
  })
  return {
    applicants: names.map((name) => `${name}        ㊞  (전화 :                    )`).join('\n'),
    agent: `(또는) 위 대리인  ${formatScrivener(office)}        ㊞  (전화 : ${office.telephone})`,
    agent_address: office.address,
  }
}

function toEnclosureRow([name, copies]: Enclosure): [string, string] {
  return [`· ${name}`, copies === null ? '     통' : `${formatWon(copies)} 통`]
}

function findUncheckedBox(enclosures: readonly Enclosure[]): MissingBox[] {
  const names = listUnchecked(enclosures)
  return names.length === 0 ? [] : [{ box: '첨부서면', words: `아직 확인하지 않은 서류: ${names.join(', ')}` }]
}

function findMissingUnitFields({ unit }: FilingSource, registry: string): MissingBox[] {
  return [
    ...(unit.immovable_num?.trim() ? [] : [{ box: '부동산고유번호', words: '부동산고유번호를 입력해 주세요.' }]),
    ...(registry === '' ? [{ box: '등기소', words: '사업구간에 관할등기소를 입력해 주세요.' }] : []),
  ]
}

/** Title, cause and purpose of a filing, and the labelled boxes only its kind has. */
interface FilingBoxes {
  readonly title: string
  readonly cause: string
  readonly purpose: string
  readonly extras: readonly (readonly [label: string, text: string])[]
  readonly missing: readonly MissingBox[]
}

function buildFilingBoxes(source: FilingSource, part: ApplicationPart, kind: FilingKind): FilingBoxes {
  const { application } = source
  const words = filingKindLabels[kind]
  const cause = resolveCause(application, part, kind)
  const purpose = resolvePurpose(application, kind)
  const extras = listExtras(source, kind)
  const empty = [
    ...(cause.word === '' ? [['등기원인과 그 연월일', '등기원인을 입력해 주세요.'] as const] : []),
    ...(cause.day === null ? [['등기원인과 그 연월일', '등기원인일을 입력해 주세요.'] as const] : []),
    ...(purpose === '' ? [['등기의 목적', missingPurposeTexts[kind] ?? '등기목적을 입력해 주세요.'] as const] : []),
    ...extras.flatMap(({ label, text, words: prompt }) =>
      text === '' && prompt !== undefined ? [[label, prompt] as const] : [],
    ),
  ]
  return {
    title: words.hasCauseInTitle && cause.word !== '' ? `${words.title}(${cause.word})` : words.title,
    cause: [cause.day === null ? '      년    월    일' : formatDayInWords(cause.day), cause.word].join(' ').trimEnd(),
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
function resolveCause(
  { application_type, cause, registration_cause_date, regi_date, housing_reg_date }: ApplicationValues,
  part: ApplicationPart,
  kind: FilingKind,
): { word: string; day: string | null } {
  const isFirst = parseApplicationType(application_type)[0] === part
  const wording = filingKindLabels[kind].cause
  if (kind === 'rental_housing_note') return { word: wording, day: housing_reg_date ?? registration_cause_date }
  if (!isFirst) return { word: wording, day: regi_date }
  return { word: cause?.trim() ? cause.trim() : wording, day: registration_cause_date }
}

function resolvePurpose({ moved_share, purpose }: ApplicationValues, kind: FilingKind): string {
  const share = moved_share?.trim() ?? ''
  if (kind === 'transfer' && share !== '') return '소유권 일부이전'
  if (kind === 'division') return share === '' ? '' : `${share} 전부이전`
  return kind === 'other' ? (purpose?.trim() ?? '') : filingKindLabels[kind].purpose
}

/** `words`: what to do when it is empty; a box without them may stay empty. */
interface Extra {
  readonly label: string
  readonly text: string
  readonly words?: string
}

function listExtras({ application, grantees, lands }: FilingSource, kind: FilingKind): Extra[] {
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
          text: claim_amount === null ? '' : formatLegalAmount(claim_amount),
        },
        { label: '채무자', text: formatDebtor(debtor, grantees), words: '채무자의 성명과 주소를 입력해 주세요.' },
        { label: '설정할 지분', text: moved_share ?? '' },
      ]
    case 'lease':
      return listLeaseExtras(application)
    case 'rental_housing_note':
      return [{ label: '부기할 사항', text: noteOfRentalHousing }]
    case 'mortgage_cancellation':
      return [buildCancelledEntry(application, '근저당권설정등기')]
    case 'lease_cancellation':
      return [buildCancelledEntry(application, '임차권설정등기')]
    case 'division':
    case 'other':
      return lands.length > 0 && moved_share === null ? [] : [{ label: '이전할 지분', text: moved_share ?? '' }]
  }
}

/** Usually the owner borrows: a sole owner is the debtor unless another one is entered. */
function formatDebtor(debtor: string | null, owners: FilingSource['grantees']): string {
  if (debtor?.trim()) return debtor
  const [owner] = owners
  return owner !== undefined && owners.length === 1 ? [owner.name, owner.address].filter(Boolean).join('\n') : ''
}

/** 「민간임대주택에 관한 특별법」 제5조의2. */
const noteOfRentalHousing =
  '이 주택은 「민간임대주택에 관한 특별법」에 따른 임대의무기간 동안 임대료 증액기준을 준수하여야 하는 재산임'

function listLeaseExtras({ lease_deposit, lease_rent, lease_scope, lease_period }: ApplicationValues): Extra[] {
  return [
    {
      label: '임차보증금',
      words: '임차보증금을 입력해 주세요.',
      text: lease_deposit === null ? '' : formatLegalAmount(lease_deposit),
    },
    { label: '차임 및 지급시기', text: lease_rent ?? '', words: '차임을 입력해 주세요.' },
    { label: '임차 범위', text: lease_scope?.trim() ? lease_scope : '주택 전부' },
    { label: '존속기간', text: lease_period ?? '', words: '존속기간을 입력해 주세요.' },
  ]
}

function buildCancelledEntry({ cancelled_date, cancelled_number }: ApplicationValues, entry: string): Extra {
  const number = cancelled_number?.trim().replace(/^제|호$/g, '') ?? ''
  const isKnown = cancelled_date !== null && number !== ''
  return {
    label: '말소할 등기',
    text: isKnown ? `${formatDayInWords(cancelled_date)} 접수 제${number}호로 마친 ${entry}` : '',
    words: '말소할 등기의 접수일과 접수번호를 입력해 주세요.',
  }
}

const propertyBox = '부동산의 표시'

/** 부동산의 표시 of a dwelling in 집합건물, line by line as in the register. */
function describeProperty(source: FilingSource): { text: string; missing: MissingBox[] } {
  const { lands, unit, group } = source
  const dong = unit.dong?.replace(/동$/, '').trim() ?? ''
  const area = source.application.dedicated_area ?? unit.dedicated_area
  const lines = [
    '1동의 건물의 표시',
    indentLine([lands[0]?.address ?? '', group.name, dong === '' ? '' : `제${dong}동`].filter(Boolean).join(' ')),
    indentLine('[도로명주소]'),
    '전유부분의 건물의 표시',
    indentLine(`건물의 번호 : ${unit.dongho}`),
    indentLine('구        조 :'),
    indentLine(`면        적 : ${area === null ? '' : `${area}㎡`}`),
    '대지권의 목적인 토지의 표시',
    ...lands.map((land, index) =>
      indentLine(
        `${index === 0 ? '토지의 표시 : ' : listIndent}${index + 1}. ${land.address} ${land.land_kind ?? '대'} ${land.area === null ? '        ' : land.area}㎡`,
      ),
    ),
    ...(lands.length === 0 ? [indentLine('토지의 표시 : 1.')] : []),
    indentLine(`대지권의 종류 : ${formatNumberRange(lands.length)} 소유권대지권`),
    indentLine(`대지권의 비율 : ${formatNumberRange(lands.length)} ${formatLandShare(source)}`),
  ]
  return { text: lines.join('\n'), missing: findMissingLandFields(source, area) }
}

/** As wide as `토지의 표시 : ` in print, to align the numbers of the lands. */
const listIndent = ' '.repeat(23)

function indentLine(line: string): string {
  return `  ${line}`
}

/** `1.` for one land, `1 내지 5.` for five, `1, 2.` for two. */
function formatNumberRange(count: number): string {
  if (count > 2) return `1 내지 ${count}.`
  return count === 2 ? '1, 2.' : '1.'
}

/** `35123.4분의 45.6789`: the share of all lands together. */
function formatLandShare({ lands, unit }: FilingSource): string {
  const areas = lands.map(({ area }) => area)
  const isKnown = areas.length > 0 && areas.every((area) => area !== null)
  // Areas have four decimals; adding whole ten-thousandths avoids floating-point noise.
  const total = isKnown ? areas.reduce((sum, area) => sum + Math.round((area ?? 0) * 10_000), 0) / 10_000 : null
  return `${total ?? '          '}분의 ${unit.land_area ?? ''}`
}

function findMissingLandFields({ lands, unit }: FilingSource, area: number | null): MissingBox[] {
  return [
    ...(lands.length === 0 ? [{ box: propertyBox, words: '대지권의 목적인 토지를 입력해 주세요.' }] : []),
    ...(lands.some((land) => land.area === null) ? [{ box: propertyBox, words: '토지의 면적을 입력해 주세요.' }] : []),
    ...(area === null ? [{ box: propertyBox, words: '전용면적을 입력해 주세요.' }] : []),
    ...(unit.land_area === null ? [{ box: propertyBox, words: '대지권 면적을 입력해 주세요.' }] : []),
  ]
}
