/**
 * What a person calls the device that signs in, "Windows · Chrome", read from its User-Agent; '' when it says nothing we know. Only for people to tell
 * their own devices apart: anybody can send any User-Agent.
 */
export function deviceWords(userAgent: string | undefined): string {
  // Browsers send some two hundred characters; nothing beyond is looked at.
  const text = (userAgent ?? '').slice(0, 500)
  const browser = nameOf(browsers, text)
  const machine = nameOf(machines, text)
  // Safari on an iPad asks for desktop pages and then says that it runs on a Mac.
  const place = machine === 'Mac' && browser === 'Safari' ? 'Mac 또는 아이패드' : machine
  return [place, browser].filter((word) => word !== '').join(' · ')
}

type Names = readonly (readonly [pattern: RegExp, name: string])[]

/** The first that fits: later ones are also named by devices that only want to be treated alike. */
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
