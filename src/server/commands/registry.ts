import { parseArgs } from 'node:util'
import { type CheckedHelper, checkHelper } from '#server/registry/http/check-protocol.ts'

/**
 * `npm run registry -- --check https://helper.example [--token …] [--num 2501-2020-000123] [--jibun
 * "…"]`: tests a helper that issues registry extracts against the protocol
 * (`src/server/registry/PROTOCOL.md`). Needs no database or configuration; exit code 1 when the
 * helper violates the protocol.
 */
const helper = readArguments(process.argv.slice(2))
if (helper === undefined) {
  console.error(
    '사용법: npm run registry -- --check https://연동-프로그램-주소 [--token 토큰] [--num 고유번호] [--jibun "지번주소"]',
  )
  process.exitCode = 2
} else {
  const results = await checkHelper(helper)
  for (const { name, error } of results) console.log(error === null ? `통과  ${name}` : `실패  ${name}\n      ${error}`)
  const failed = results.filter(({ error }) => error !== null).length
  console.log(failed === 0 ? '프로토콜을 모두 지킵니다.' : `${failed}가지를 지키지 않습니다.`)
  if (failed > 0) process.exitCode = 1
}

function readArguments(args: string[]): CheckedHelper | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        check: { type: 'string' },
        token: { type: 'string' },
        num: { type: 'string' },
        jibun: { type: 'string' },
      },
    })
    const { check: url, token, num, jibun } = values
    if (url === undefined || !/^https?:\/\//.test(url) || !URL.canParse(url)) return undefined
    if (num !== undefined && jibun === undefined) return undefined
    return { url, token, ...(jibun !== undefined && { sample: { num: num ?? null, jibun } }) }
  } catch {
    return undefined
  }
}
