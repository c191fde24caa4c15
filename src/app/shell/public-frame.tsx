import { Link } from '@tanstack/react-router'
import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { SignInButton } from '../session/sign-in-button.tsx'
import { isStaff, useSession } from '../session/session-store.ts'
import { buttonClass } from '../ui/button-look.ts'
import { DemoBanner } from './demo-banner.tsx'
import { OfficeMark } from './office-mark.tsx'
import { PublicSignOut } from './public-sign-out.tsx'

const telephone = '02-000-0000'

/** The public site around its pages: name, the few places there are, and the telephone one tap away. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col pb-14 sm:pb-0">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-control bg-primary px-3 py-2 text-primary-ink focus:translate-y-0"
      >
        본문으로 건너뛰기
      </a>
      <DemoBanner />
      <header data-screen-only className="border-b">
        <div className="mx-auto flex h-16 max-w-[1080px] items-center gap-x-6 px-4">
          <Link
            to="/"
            className="flex items-center gap-2.5 font-serif text-lead font-semibold"
            aria-label="온결 법무사사무소 홈"
          >
            <OfficeMark />
            <span className="whitespace-nowrap">온결 법무사사무소</span>
          </Link>
          <nav aria-label="주 메뉴" className="ml-auto hidden items-center gap-5 text-ink-2 sm:flex">
            <PublicLinks />
          </nav>
          <div className="ml-auto flex items-center gap-2 sm:ml-0">
            <Person />
          </div>
        </div>
        <nav aria-label="주 메뉴" className="flex gap-5 overflow-x-auto border-t px-4 text-ink-2 sm:hidden">
          <PublicLinks />
        </nav>
      </header>
      <main id="main" className="flex-1">
        {children}
      </main>
      <Footer />
      <nav
        aria-label="바로 연락"
        data-screen-only
        className="fixed inset-x-0 bottom-0 z-30 grid h-14 bg-primary text-primary-ink sm:hidden"
      >
        <a href={`tel:${telephone}`} className="flex items-center justify-center gap-2 text-lead font-semibold">
          <Phone size={18} strokeWidth={1.5} aria-hidden /> 전화 문의 {telephone}
        </a>
      </nav>
    </div>
  )
}

const linkClass = 'py-3 whitespace-nowrap hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink'

function PublicLinks() {
  return (
    <>
      <Link to="/services/real-estate" className={linkClass}>
        부동산 등기
      </Link>
      <Link to="/services/deposit" className={linkClass}>
        공탁
      </Link>
      <Link to="/blog" search={{}} className={linkClass}>
        소식
      </Link>
      <Link to="/about" className={linkClass}>
        사무소 소개
      </Link>
    </>
  )
}

function Person() {
  const state = useSession()
  if (!state.user) return <SignInButton tone="secondary" />
  if (isStaff(state)) {
    return (
      <Link to="/services/real-estate" className={buttonClass('primary')}>
        사건부 열기
      </Link>
    )
  }
  return <PublicSignOut name={state.user.nickname} />
}

function Footer() {
  return (
    <footer className="mt-8 border-t">
      <div className="mx-auto grid max-w-[1080px] gap-6 px-4 py-10 text-ink-2 sm:grid-cols-[1fr_auto]">
        <address className="not-italic">
          <p className="font-semibold text-ink">온결 법무사사무소</p>
          <p className="mt-1">법무사 한온결 · 서울특별시 (가상의 주소)</p>
          <p>
            전화{' '}
            <a href={`tel:${telephone}`} className="underline underline-offset-4">
              {telephone}
            </a>{' '}
            (평일 09:00–18:00)
          </p>
        </address>
        <ul className="flex gap-5 self-end">
          <li>
            <Link to="/services/real-estate">부동산 등기</Link>
          </li>
          <li>
            <Link to="/services/deposit">공탁</Link>
          </li>
          <li>
            <Link to="/blog" search={{}}>
              소식
            </Link>
          </li>
          <li>
            <Link to="/about">사무소 소개</Link>
          </li>
        </ul>
      </div>
    </footer>
  )
}
