/**
 * A readable device name from the User-Agent, "Windows · Chrome"; '' when nothing is recognized.
 * Only helps people to tell their own devices apart: a User-Agent can be forged.
 */
export function deviceWords(userAgent: string | undefined): string {
  // Browsers send some two hundred characters; longer text is ignored.
  const text = (userAgent ?? '').slice(0, 500)
  const browser = nameOf(browsers, text)
  const machine = nameOf(machines, text)
  // Safari on an iPad requests desktop pages and then identifies as a Mac.
  const device = machine === 'Mac' && browser === 'Safari' ? 'Mac 또는 아이패드' : machine
  return [device, browser].filter((word) => word !== '').join(' · ')
}

type Names = readonly (readonly [pattern: RegExp, name: string])[]

/** The first match counts: devices also name other systems to get the same pages. */
const machines: Names = [
  [/iPad/, '아이패드'],
  [/iPhone|iPod/, '아이폰'],
  [/Android.*Mobile/, '안드로이드 휴대전화'],
  [/Android/, '안드로이드 태블릿'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, '크롬북'],
  [/Linux/, '리눅스'],
]

const browsers: Names = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(inapp/i, '네이버 앱'],
  [/Whale\//, '웨일'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
]

function nameOf(names: Names, text: string): string {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? ''
}
