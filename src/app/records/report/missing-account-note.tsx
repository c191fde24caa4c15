import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '#app/session/api.tsx'
import { useSession } from '#app/session/session-store.ts'
import { officeSchema } from '#contract/office/office-settings.ts'
import { officePath } from '#contract/office/office-texts.ts'

/** Warns that the claim would be printed without the office's account. */
export function MissingAccountNote() {
  const api = useApi()
  const { user } = useSession()
  const { data: account } = useQuery({
    queryKey: ['office', 'account'],
    queryFn: async ({ signal }) => officeSchema.parse(await api.get(officePath, { signal }).json()).account,
    staleTime: 0,
  })
  if (account !== '') return null
  return (
    <p role="status" className="mb-3 rounded-control bg-warn-wash px-3 py-2 text-warn">
      사무소의 입금계좌가 없어 비용청구서에 빈칸으로 인쇄됩니다.{' '}
      {user?.is_superuser ? (
        <Link to="/settings" search={{ tab: 'office' }} className="underline">
          관리 → 사무소에서 입력
        </Link>
      ) : (
        '최고관리자에게 관리 → 사무소에서 입력해 달라고 요청해 주세요.'
      )}
    </p>
  )
}
