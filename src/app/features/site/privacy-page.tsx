import { PolicyPage } from './policy-page.tsx'
import { privacySections } from './privacy-texts.ts'

/** `/privacy` (spec 3 §2 "Static pages"; 개인정보 보호법 제30조). */
export function PrivacyPage() {
  return (
    <PolicyPage title="개인정보 처리방침" counting="numbers" sections={privacySections}>
      맡기신 일과 주신 문의에 필요한 만큼만 받고, 정한 기간이 지나면 지웁니다. 무엇을 왜 얼마 동안 다루는지 아래에
      적었습니다.
    </PolicyPage>
  )
}
