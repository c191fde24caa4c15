/**
 * The legal kind of a 시·도: 특별시 or 광역시, a province or 특별자치시, or the city that 광주 and 전남 became on
 * 2026-07-01.
 */
type ProvinceKind = 'city' | 'province' | 'merged'

interface Province {
  /** Its official name today. */
  readonly name: string
  readonly short: string
  readonly kind: ProvinceKind
  /** All other spellings, including former names. */
  readonly spellings: readonly string[]
}

const merged: Province = {
  name: '전남광주통합특별시',
  short: '전남광주',
  kind: 'merged',
  spellings: ['전남광주특별시', '광주전남통합특별시', '광주전남특별시', '광주특별시'],
}
const gwangju = makeCity('광주')
const jeonnam = makeProvince('전라남도', '전남')

/** All 시·도, including former ones in old addresses. */
export const provinces: readonly Province[] = [
  { name: '서울특별시', short: '서울', kind: 'city', spellings: ['서울시'] },
  ...['부산', '대구', '인천', '대전', '울산'].map(makeCity),
  merged,
  gwangju,
  jeonnam,
  makeProvince('세종특별자치시', '세종', '세종시'),
  makeProvince('경기도', '경기'),
  makeProvince('강원특별자치도', '강원', '강원도'),
  makeProvince('충청북도', '충북'),
  makeProvince('충청남도', '충남'),
  makeProvince('전북특별자치도', '전북', '전라북도'),
  makeProvince('경상북도', '경북'),
  makeProvince('경상남도', '경남'),
  makeProvince('제주특별자치도', '제주', '제주도'),
]

interface Region {
  /** Null when the address names no known one. */
  readonly province: Province | null
  /** The part before the lot or street, as written: 시·도 and at most two of 시·군·구. */
  readonly district: string
  /** 시·군·구 after the 시·도. */
  readonly places: readonly string[]
}

/** The 시·도 and 시·군·구 at the start of an address, in any spelling. */
export function readRegion(address: string): Region {
  const text = address.normalize('NFKC').trimStart()
  const provinceMatch = findProvince(text)
  const provinceText = provinceMatch?.spelling ?? /^[가-힣]+도(?=\s)/.exec(text)?.[0] ?? ''
  const rest = text.slice(provinceText.length)
  const [after = ''] = /^\s*(?:[가-힣]+(?:시|군|구)(?=\s|$)\s*){0,2}/.exec(rest) ?? []
  return {
    province: provinceMatch?.province ?? null,
    district: `${provinceText}${after}`,
    places: after.split(/\s+/).filter((word) => word !== ''),
  }
}

/** The day 광주광역시 and 전라남도 became one 특별시. */
const mergedSince = '2026-07-01'

/**
 * Whether an address is legally in a 특별시 or 광역시 on a day; null when the address doesn't show it.
 * The former 광주광역시 counts before and after it became part of 전남광주통합특별시; whether the towns of 전남
 * count since then is not decided by law yet.
 */
export function isGreatCity(address: string | null, day: string): boolean | null {
  const { province, places, district } = readRegion(address ?? '')
  if (province === null) return /도\s*$/.test(district.split(/\s/)[0] ?? '') ? false : null
  if (province.kind === 'city') return true
  const isMerged = province.kind === 'merged' || (province === jeonnam && day >= mergedSince)
  if (!isMerged) return false
  return districtsOfGwangju.has(places[0] ?? '') ? true : null
}

const districtsOfGwangju: ReadonlySet<string> = new Set(['동구', '서구', '남구', '북구', '광산구'])

/**
 * Official names may be followed directly by the next word. Short ones must be separate, or precede
 * a 구 or 군 written without a space: 서울중구, 부산시기장군.
 */
function isWholeForm(form: string, rest: string): boolean {
  return form.length > 3 || /^(?:\s|$|[가-힣]{1,4}[구군](?:\s|$))/.test(rest)
}

function findProvince(text: string): { readonly province: Province; readonly spelling: string } | null {
  if (/^광주(?:시)?(?=\s|$)/.test(text)) return findGwangju(text)
  for (const province of provinces) {
    const spelling = [province.name, ...province.spellings, province.short]
      .toSorted((a, b) => b.length - a.length)
      .find((form) => text.startsWith(form) && isWholeForm(form, text.slice(form.length)))
    if (spelling !== undefined) return { province, spelling }
  }
  return null
}

/** There is another 광주시 in 경기도; only the metropolitan city has 구. */
function findGwangju(text: string): { readonly province: Province; readonly spelling: string } | null {
  const [, spelling = '', next = ''] = /^(광주시?)\s*(\S*)/.exec(text) ?? []
  if (districtsOfGwangju.has(next)) return { province: gwangju, spelling }
  const [gyeonggi] = provinces.filter(({ short }) => short === '경기')
  return spelling === '광주시' && gyeonggi ? { province: gyeonggi, spelling: '' } : null
}

function makeCity(short: string): Province {
  return { name: `${short}광역시`, short, kind: 'city', spellings: [`${short}직할시`, `${short}시`] }
}

function makeProvince(name: string, short: string, ...forms: readonly string[]): Province {
  return { name, short, kind: 'province', spellings: forms }
}
