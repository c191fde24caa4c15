import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Header lines as received, unfolded. */
  readonly headers: readonly string[]
  readonly subject: string
  readonly text: string
}

export interface MailServer {
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** Replies so to the next recipients, one each; then again with 250. */
  replyNext(...replies: readonly string[]): void
  /** Number of recipients named, also of those refused. */
  countRecipients(): number
  close(): Promise<void>
}

/** A mail server on this machine (RFC 5321) that needs the password of its URL. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const replies: string[] = []
  const sockets = new Set<Socket>()
  let recipients = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const send = (line: string) => socket.write(`${line}\r\n`)
    let [input, from, isSignedIn, isData] = ['', '', false, false]
    let to: string[] = []

    function receiveLine(line: string): void {
      const address = /<(.*)>/.exec(line)?.[1] ?? ''
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'EHLO') send('250-mail.test\r\n250 AUTH PLAIN')
      else if (command === 'AUTH') {
        isSignedIn = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString() === `\0${user}\0${password}`
        send(isSignedIn ? '235 welcome' : '535 wrong password')
      } else if (command === 'MAIL') {
        ;[from, to] = [address, []]
        send(isSignedIn ? '250 ok' : '530 sign in first')
      } else if (command === 'RCPT') {
        recipients += 1
        const reply = replies.shift() ?? '250 ok'
        if (reply.startsWith('250')) to.push(address)
        send(reply)
      } else if (command === 'DATA') {
        isData = true
        send('354 go on')
      } else if (command === 'QUIT') socket.end('221 bye\r\n')
      else send('250 ok')
    }

    send('220 mail.test')
    socket.on('data', (piece: Buffer) => {
      input += piece.toString()
      for (;;) {
        const mark = isData ? '\r\n.\r\n' : '\r\n'
        const end = input.indexOf(mark)
        if (end === -1) return
        const part = input.slice(0, end)
        input = input.slice(end + mark.length)
        if (isData) {
          isData = false
          received.push({ from, to, ...parseMail(part) })
          send('250 taken')
        } else receiveLine(part)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return {
    url: `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    received,
    replyNext: (...lines) => void replies.push(...lines),
    countRecipients: () => recipients,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const [user, password] = ['office@mail.test', 'p@ss:word']

function parseMail(source: string): Pick<ReceivedMail, 'headers' | 'subject' | 'text'> {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]/g, ' ').split('\r\n')
  const find = (name: string) => headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  const body = rest.join('\r\n\r\n')
  const isBase64 = find('Content-Transfer-Encoding') === 'base64'
  return {
    headers,
    subject: decodeWords(find('Subject')),
    text: isBase64 ? Buffer.from(body, 'base64').toString() : decodeQuoted(body.replaceAll('=\r\n', '')),
  }
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/(?<=\?=) +(?==\?)/g, '')
    .replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    )
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
