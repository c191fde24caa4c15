import { Link } from '@tanstack/react-router'
import { useSetup } from '#app/session/use-setup.ts'
import { Badge } from '#app/ui/display/badge.tsx'

/**
 * Settings that only the server's operator can change, and a link to the API for other programs.
 */
export function ServerSetup() {
  const { data } = useSetup()
  return (
    <section aria-labelledby="server-setup" className="flex flex-col gap-2 py-3">
      <h2 id="server-setup" className="text-lead font-semibold">
        서버 설정
      </h2>
      {data ? (
        <ul className="border-t border-rule-strong">
          <Setting name="백업 키" isSet={data.has_backup_key}>
            BACKUP_KEY_FILE에 키 파일을 지정하면 백업 파일이 암호화됩니다.
          </Setting>
          <Setting name="최고관리자" isSet={data.has_superusers}>
            처음 로그인한 사람은 일반 회원이 됩니다. 첫 최고관리자는 SUPERUSERS에 적어 정합니다.
          </Setting>
        </ul>
      ) : null}
      <p className="text-ink-2">
        다른 프로그램이 이 서버에 요청할 수 있는 호출은{' '}
        <Link to="/staff/api" className="text-primary underline underline-offset-4">
          연동 API
        </Link>
        에 있습니다.
      </p>
    </section>
  )
}

function Setting({ name, isSet, children }: { name: string; isSet: boolean; children: string }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b py-2">
      <span className="font-medium">{name}</span>
      <Badge tone={isSet ? 'good' : 'warn'}>{isSet ? '설정됨' : '설정 안 됨'}</Badge>
      {isSet ? null : <span className="text-ink-2">{children}</span>}
    </li>
  )
}
