import { formatNumber } from '#contract/text/format-number.ts'
import { formatDayInWords, formatWonInHangul } from '#domain/filings/document-texts.ts'
import type { FilledForm } from '#domain/filings/filing.ts'
import { formatWon } from '#domain/money/won.ts'
import {
  formatCounts,
  formatOwner,
  kindLabels,
  listParts,
  type NumberedPart,
  type NumberedRow,
  type OwnerSum,
  type SurveyTotal,
} from './survey-sheet.ts'

/** Texts above and below the table. */
export interface SurveyTexts {
  /** 사업구간; empty when the addresses have different ones. */
  readonly project: string
  /** 사업시행자. */
  readonly developer: string
  readonly day: string
}

export type SurveyFormName = 'land_survey' | 'object_survey' | 'compensation' | 'owner_sums'

const titles: Readonly<Record<SurveyFormName, string>> = {
  land_survey: '토 지 조 서',
  object_survey: '물 건 조 서',
  compensation: '보 상 금 산 정 조 서',
  owner_sums: '소 유 자 별 보 상 금 내 역',
}

/**
 * The first part of a printed survey, with the texts above its table. Its rows follow in separate
 * parts, the sums last.
 */
export function buildSurveyHead(form: SurveyFormName, { project, developer, day }: SurveyTexts): FilledForm {
  const texts = { title: titles[form], project, developer, day: formatDayInWords(day) }
  return { form, texts, lists: {}, continues: true }
}

export function buildSurveyRows(form: SurveyFormName, rows: readonly (readonly string[])[]): FilledForm {
  return { form, texts: {}, lists: { rows }, continues: true }
}

/** The last part: the sums, the legal basis and who drew it up. */
export function buildSurveyFoot(form: SurveyFormName, total: SurveyTotal, { developer, day }: SurveyTexts): FilledForm {
  const isObjects = form === 'object_survey'
  const isSurvey = isObjects || form === 'land_survey'
  const won = form === 'land_survey' ? total.landAmount : isObjects ? total.buildingAmount : total.amount
  const counts =
    form === 'land_survey'
      ? { lands: total.lands, buildings: 0 }
      : { lands: isObjects ? 0 : total.lands, buildings: total.buildings }
  return {
    form,
    texts: {
      total: '합 계',
      count: formatCounts(counts),
      area: formatArea(total.area),
      taken_area: formatArea(total.takenArea),
      amount: formatWon(won),
      divided: formatWon(total.amount - total.undivided),
      in_words: formatWonInHangul(won),
      ...(!isSurvey &&
        total.undivided > 0 && {
          undivided: `지분을 나눌 수 없어 소유자별 금액에 들어 있지 않은 금액 : 금 ${formatWon(total.undivided)}원`,
        }),
      day: formatDayInWords(day),
      developer: `사업시행자   ${developer}        (인)`,
    },
    lists: {},
  }
}

/** 순번, 소재지, 지번, 지목, 면적, 편입면적, 단가, 보상액, 소유자, 관계인. */
export function toLandCells({ number, row }: NumberedRow): string[] {
  return [
    String(number),
    row.district,
    row.lot,
    row.sort,
    formatArea(row.area),
    formatArea(row.takenArea),
    formatWon(row.unitPrice),
    formatWon(row.compensation),
    row.owners.map(formatOwnerLines).join('\n'),
    row.interested,
  ]
}

/** 순번, 소재지, 지번, 물건의 종류, 구조·규격, 수량(연면적), 보상액, 소유자, 관계인. */
export function toObjectCells({ number, row }: NumberedRow): string[] {
  return [
    String(number),
    row.district,
    row.lot,
    row.sort,
    row.structure,
    formatArea(row.area),
    formatWon(row.compensation),
    row.owners.map(formatOwnerLines).join('\n'),
    row.interested,
  ]
}

/** One line per owner: 순번, 구분, 소재지·지번, 지목, 편입면적, 단가, 보상액, 소유자, 지분, 소유자별 보상액. */
export function toCompensationCells(numbered: NumberedRow): string[][] {
  return listParts(numbered).map(({ number, row, part, isFirst }: NumberedPart) => [
    ...(isFirst
      ? [String(number), kindLabels[row.kind], [row.district, row.lot].filter(Boolean).join(' '), row.sort]
      : ['', '', '', '']),
    ...(isFirst ? [formatArea(row.takenArea), formatWon(row.unitPrice), formatWon(row.compensation)] : ['', '', '']),
    part?.name ?? '',
    part?.share ?? '',
    formatWon(part?.amount ?? null),
  ])
}

/** 순번, 소유자, 주소, 필지·물건, 토지 보상액, 물건 보상액, 합계. */
export function toOwnerCells(owner: OwnerSum, index: number): string[] {
  return [
    String(index + 1),
    owner.name,
    owner.address,
    formatCounts(owner),
    formatWon(owner.landAmount),
    formatWon(owner.buildingAmount),
    formatWon(owner.amount),
  ]
}

function formatOwnerLines(part: NumberedRow['row']['owners'][number]): string {
  return [formatOwner(part), part.address].filter(Boolean).join('\n')
}

/** `1,204.5`: only the known decimals. */
export function formatArea(area: number | null): string {
  return area === null ? '' : formatNumber(area, 4)
}
