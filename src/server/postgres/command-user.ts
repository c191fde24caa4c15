/** Name in the trail for commands run on the server, where nobody is signed in. */
export const commandUser = '운영자(명령)'
