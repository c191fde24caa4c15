import { isUnnamed } from '#domain/office/office-words.ts'
import { useOffice } from '../ui/office-facts.ts'

/** What a signed-in user who isn't staff may do, and whom to ask for more. */
export function MemberNote() {
  const office = useOffice()
  return (
    <div className="flex flex-col gap-1 text-label text-ink-2">
      <p>
        일반 회원은 소식과 서비스 안내를 보고 상담 문의를 남길 수 있습니다. 사건부 등 업무 화면은 직원만 이용합니다.
      </p>
      <p>
        이 사무소의 직원이라면 최고관리자에게 직원 권한을 요청해 주세요.
        {isUnnamed(office) ? null : (
          <>
            {' '}
            전화{' '}
            <a href={`tel:${office.telephone}`} className="tabular underline underline-offset-4">
              {office.telephone}
            </a>{' '}
            ({office.hours})
          </>
        )}
      </p>
    </div>
  )
}
