import { Link } from '@tanstack/react-router'
import { PageOpening, Part } from './page-parts.tsx'

/** /services (spec 3 §2): for people who are signed in. Lists what is there. */
export function ServicesPage() {
  return (
    <>
      <PageOpening title="법률 서비스">
        의뢰하실 일을 골라 주세요. 필요한 서류와 진행 순서를 안내해 드립니다.
      </PageOpening>
      <Part id="services" title="분야">
        <ul className="border-t border-rule-strong">
          <li className="border-b">
            <Link to="/services/real-estate" className="block py-5 hover:bg-paper-sunk">
              <span className="text-lead font-semibold">부동산 등기</span>
              <span className="mt-1 block text-ink-2">소유권이전, 근저당권 설정과 말소, 신탁, 임대주택 부기등기</span>
            </Link>
          </li>
          <li className="border-b">
            <Link to="/services/deposit" className="block py-5 hover:bg-paper-sunk">
              <span className="text-lead font-semibold">공탁</span>
              <span className="mt-1 block text-ink-2">변제·담보·보증·집행공탁, 토지수용 보상금의 공탁</span>
            </Link>
          </li>
        </ul>
      </Part>
    </>
  )
}
