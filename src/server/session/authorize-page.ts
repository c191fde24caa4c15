import { demoAccountNames, demoAccounts, type DemoAccount } from './demo.ts'

/**
 * The page of the built-in local provider, in place of Kakao's: choose one of the demo accounts.
 * `hrefOf`: the link of an account; `backHref`: the link that cancels the sign-in.
 */
export function renderAuthorizePage(hrefOf: (account: DemoAccount) => string, backHref: string): string {
  const accounts = demoAccountNames.map((name) => {
    const { label, hint, person } = demoAccounts[name]
    return `<li><a href="${escapeHtml(hrefOf(name))}" data-account="${name}">
        <strong>${label}</strong><span class="who">${person.nickname}</span><span class="hint">${hint}</span></a></li>`
  })
  return page(
    '체험 계정으로 로그인',
    `<h1>체험 계정으로 로그인</h1>
    <p>이 서버에는 카카오 로그인 키가 없어, 이 컴퓨터에서만 열리는 체험 로그인을 씁니다. 계정을 고르면 바로 로그인합니다.</p>
    <ul>${accounts.join('\n')}</ul>
    <p><a class="back" href="${escapeHtml(backHref)}">로그인하지 않고 돌아가기</a></p>
    <p class="small">시연용 가상 데이터 — 실제 인물·기관과 무관합니다.</p>`,
  )
}

/** The page shown for an invalid request; there is no safe address to redirect to. */
export function renderAuthorizeRefusal(message: string): string {
  return page('로그인할 수 없습니다', `<h1>로그인할 수 없습니다</h1><p>${escapeHtml(message)}</p>`)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="ko">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title}</title>
  <link rel="stylesheet" href="/oauth/local/authorize.css">
</head>
<body>
  <main>
    ${body}
  </main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
