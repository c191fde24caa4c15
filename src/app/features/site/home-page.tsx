import { Link } from '@tanstack/react-router'
import { buttonClass } from '#app/ui/button-look.ts'
import { Lattice } from './lattice.tsx'
import { office } from '#domain/office.ts'
import { CallButton, Column, Part } from './page-parts.tsx'
import { RegistrationParts } from './registration-parts.tsx'

/** `/` (spec 3 §2): what the office does, how it goes, how to reach it. */
export function HomePage() {
  return (
    <>
      <div className="border-b py-14 sm:py-24">
        <Column>
          <div className="grid items-center gap-12 md:grid-cols-[1fr_auto]">
            <div>
              <p className="font-semibold text-seal">부동산 등기</p>
              <h1 className="mt-3 font-serif text-[28px] leading-[42px] font-semibold sm:text-[46px] sm:leading-[66px]">
                등기부에 적히는 한 줄까지,
                <br />
                책임지고 맡습니다.
              </h1>
              <p className="measure mt-6 text-lead text-ink-2">
                집을 사고팔 때, 담보를 잡거나 풀 때, 권리는 등기부에 적혀야 비로소 지켜집니다. {office.name}는 서류를
                받는 날부터 등기필증을 건네는 날까지 한 담당자가 맡아 처리하고, 진행 상황을 그때그때 알려 드립니다.
              </p>
              <div className="mt-8 flex flex-wrap gap-3">
                <CallButton />
                <Link to="/services/real-estate" className={buttonClass('secondary', 'xl')}>
                  부동산 등기 안내
                </Link>
              </div>
              <p className="mt-4 text-ink-3">상담 시간 {office.hours}</p>
            </div>
            <Lattice className="hidden h-84 md:block" />
          </div>
        </Column>
      </div>
      <RegistrationParts />
      <Part id="office" title="사무소">
        <p className="measure text-lead text-ink-2">
          보수와 공과금은 항목별로 나누어 미리 말씀드리고, 접수한 뒤에 금액이 바뀌면 이유를 적어 다시 알려 드립니다.
          맡기신 서류와 개인정보는 그 일에만 씁니다.
        </p>
        <p className="mt-5">
          <Link to="/about" className="font-semibold text-primary underline underline-offset-4">
            사무소 소개
          </Link>
        </p>
      </Part>
    </>
  )
}
