import { PolicyPage } from './policy-page.tsx'
import { termsSections } from './terms-texts.ts'

export function TermsPage() {
  return (
    <PolicyPage title="이용약관" counting="articles" sections={termsSections}>
      누리집을 이용하시기 전에 읽어 주세요. 등기와 공탁, 민사 서류의 위임은 따로 맺는 위임계약에 따릅니다.
    </PolicyPage>
  )
}
