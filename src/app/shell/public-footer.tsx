import { Link } from '@tanstack/react-router'
import { scrivenerOf } from '#domain/office/office-words.ts'
import { useOffice } from '../ui/office-facts.ts'

const linkClass = 'inline-block py-1.5 underline-offset-4 hover:text-ink hover:underline'

/** Footer of every public page: the office, its address, and the pages every site must offer. */
export function PublicFooter() {
  const office = useOffice()
  return (
    <footer className="border-t bg-paper-sunk">
      <div className="mx-auto grid max-w-page grid-cols-2 gap-x-12 gap-y-8 px-4 py-12 text-ink-2 sm:px-6 md:grid-cols-[1fr_auto_auto]">
        <address className="col-span-full leading-6 not-italic md:col-span-1">
          <p className="font-serif text-lead font-semibold text-ink">{office.name}</p>
          <p className="mt-2">
            {scrivenerOf(office)} · {office.address}
          </p>
          <p>
            전화{' '}
            <a href={`tel:${office.telephone}`} className="tabular underline underline-offset-4">
              {office.telephone}
            </a>{' '}
            ({office.hours})
          </p>
        </address>
        <nav aria-label="업무 안내" data-screen-only>
          <ul>
            <li>
              <Link to="/services/real-estate" className={linkClass}>
                부동산 등기
              </Link>
            </li>
            <li>
              <Link to="/services/corporate" className={linkClass}>
                법인 등기
              </Link>
            </li>
            <li>
              <Link to="/services/deposit" className={linkClass}>
                공탁
              </Link>
            </li>
            <li>
              <Link to="/services/civil" className={linkClass}>
                민사
              </Link>
            </li>
            <li>
              <Link to="/services" className={linkClass}>
                법률 서비스 (로그인 필요)
              </Link>
            </li>
          </ul>
        </nav>
        <nav aria-label="사무소" data-screen-only>
          <ul>
            <li>
              <Link to="/about" className={linkClass}>
                사무소 소개
              </Link>
            </li>
            <li>
              <a href="/contact" className={linkClass}>
                상담 문의
              </a>
            </li>
            <li>
              <a href="/features" className={linkClass}>
                AI 채팅
              </a>
            </li>
            <li>
              <Link to="/terms" className={linkClass}>
                이용약관
              </Link>
            </li>
            <li>
              <Link to="/privacy" className={`${linkClass} font-semibold`}>
                개인정보 처리방침
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
