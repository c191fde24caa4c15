import type { FilingSource, MissingBox } from './filing.ts'

const box = '부동산의 표시'

/** 부동산의 표시 of a dwelling in 집합건물, line by line as in the register. */
export function propertyText(source: FilingSource): { text: string; missing: MissingBox[] } {
  const { lands, unit, group } = source
  const dong = unit.dong?.replace(/동$/, '').trim() ?? ''
  const area = source.application.dedicated_area ?? unit.dedicated_area
  const lines = [
    '1동의 건물의 표시',
    indented([lands[0]?.address ?? '', group.name, dong === '' ? '' : `제${dong}동`].filter(Boolean).join(' ')),
    indented('[도로명주소]'),
    '전유부분의 건물의 표시',
    indented(`건물의 번호 : ${unit.dongho}`),
    indented('구        조 :'),
    indented(`면        적 : ${area === null ? '' : `${area}㎡`}`),
    '대지권의 목적인 토지의 표시',
    ...lands.map((land, at) =>
      indented(
        `${at === 0 ? '토지의 표시 : ' : belowFirst}${at + 1}. ${land.address} ${land.land_kind ?? '대'} ${land.area === null ? '        ' : land.area}㎡`,
      ),
    ),
    ...(lands.length === 0 ? [indented('토지의 표시 : 1.')] : []),
    indented(`대지권의 종류 : ${numbers(lands.length)} 소유권대지권`),
    indented(`대지권의 비율 : ${numbers(lands.length)} ${landShare(source)}`),
  ]
  return { text: lines.join('\n'), missing: missingOf(source, area) }
}

/** As wide as `토지의 표시 : ` in print, to align the numbers of the lands. */
const belowFirst = ' '.repeat(23)

function indented(line: string): string {
  return `  ${line}`
}

/** `1.` for one land, `1 내지 5.` for five, `1, 2.` for two. */
function numbers(count: number): string {
  if (count > 2) return `1 내지 ${count}.`
  return count === 2 ? '1, 2.' : '1.'
}

/** `35123.4분의 45.6789`: the share of all lands together. */
function landShare({ lands, unit }: FilingSource): string {
  const areas = lands.map(({ area }) => area)
  const isKnown = areas.length > 0 && areas.every((area) => area !== null)
  // Areas have four decimals; adding whole ten-thousandths avoids floating-point noise.
  const total = isKnown ? areas.reduce((sum, area) => sum + Math.round((area ?? 0) * 10_000), 0) / 10_000 : null
  return `${total ?? '          '}분의 ${unit.land_area ?? ''}`
}

function missingOf({ lands, unit }: FilingSource, area: number | null): MissingBox[] {
  return [
    ...(lands.length === 0 ? [{ box, words: '대지권의 목적인 토지를 입력해 주세요.' }] : []),
    ...(lands.some((land) => land.area === null) ? [{ box, words: '토지의 면적을 입력해 주세요.' }] : []),
    ...(area === null ? [{ box, words: '전용면적을 입력해 주세요.' }] : []),
    ...(unit.land_area === null ? [{ box, words: '대지권 면적을 입력해 주세요.' }] : []),
  ]
}
