import { useMemo } from 'react'
import { encode } from 'uqr'

/** The key of an authenticator app as a QR code, black on white in dark mode too: telephones read nothing else well. */
export function KeyPicture({ uri }: { uri: string }) {
  const { size, path } = useMemo(() => drawn(uri), [uri])
  return (
    <svg
      role="img"
      aria-label="인증 앱으로 찍을 QR 코드"
      viewBox={`0 0 ${size} ${size}`}
      className="size-48"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function drawn(uri: string): { size: number; path: string } {
  const { size, data } = encode(uri, { border: 2 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dots.join('') }
}
