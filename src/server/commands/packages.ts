import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readVulnerabilities, reviewLicenses } from './review-packages.ts'

/**
 * `npm run packages -- --check`: checks the licenses and known vulnerabilities of all production
 * packages. Exit code 1 when a license is not allowed or a vulnerability is known, 2 when the
 * registry did not answer.
 */
const projectRoot = join(import.meta.dirname, '../../..')

if (process.argv[2] === '--check') checkPackages()
else {
  console.error('사용법: npm run packages -- --check')
  process.exitCode = 2
}

function checkPackages(): void {
  const { counts, refused } = reviewLicenses(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))
  for (const [license, count] of [...counts].toSorted(([, a], [, b]) => b - a)) console.log(`${license}: ${count}개`)
  for (const refusal of refused) console.error(`허용하지 않은 라이선스: ${refusal}`)
  const audit = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: projectRoot, encoding: 'utf8' })
  const audited = readVulnerabilities(audit.stdout)
  if (audited.kind === 'unanswered') {
    console.error('알려진 취약점을 확인하지 못했습니다. 패키지 저장소에 연결되는 곳에서 다시 실행해 주세요.')
    process.exitCode = 2
  } else {
    console.log(`알려진 취약점: ${audited.findings.length}개`)
    for (const vulnerability of audited.findings) console.error(`알려진 취약점: ${vulnerability}`)
  }
  if (refused.length > 0 || (audited.kind === 'known' && audited.findings.length > 0)) process.exitCode = 1
}
