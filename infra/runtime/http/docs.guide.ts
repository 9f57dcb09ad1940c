/** How to use the API, for people: the Markdown text above the calls of `/api/docs`. */
export const guide = `
## To begin

All calls stand under \`/api\` on the address at which Prosa is opened. They take and answer JSON in UTF-8, of up to 512 kB.
[\`/api/openapi.json\`](/api/openapi.json) says the same as this page to a program (OpenAPI 3.1).

\`\`\`
curl -s http://localhost:8080/api/auth/login -H 'content-type: application/json' \\
  -d '{"email":"admin@prosa.demo","password":"prosa-demo"}'

curl -s http://localhost:8080/api/tickets?status=pending -H "authorization: Bearer $TOKEN"
\`\`\`

## Sign-in

\`POST /api/auth/login\` answers \`token\` and \`user\`, and sets a refresh token in an httpOnly cookie. Send the token with each
call: \`Authorization: Bearer …\`.

- The token holds for 15 minutes; after that a call is answered 403 \`ERR_SESSION_EXPIRED\`. Call \`POST /api/auth/refresh_token\`
  with the cookie and repeat the call once with the new token.
- 401 means that there is no session: sign in. Whoever signs in elsewhere ends the account's older sessions: a
  program is better off with an API key.
- 403 \`ERR_NO_PERMISSION\` is what the user may not do. What a user may not see is 404, as if it were not there.
- After several wrong passwords sign-in answers 429 with \`Retry-After\`.

## API keys

A program of the company's own best has an API key: an administrator makes it with \`POST /api/api-keys {"name","scopes"}\`, or at
*API de mensagens* in the app, and it is shown once. It is the bearer in place of a token, does not expire, and takes part in no sign-in.

- \`scopes\` are permissions, each for the calls that need it (*Who may* below), and \`read\` for every GET. What a key may not do is 403.
- Calls about a person, a device or a session, and those about keys, are for people alone.
- What it does is told as its name. To open, accept or reopen a ticket it names the person by \`userId\`.
- \`POST /api/api-keys/{id}/rotate\` answers a new key; the one before is good for 24 hours more. \`DELETE\` ends it at once.

## The message API

\`POST /api/messages/send\` takes the token of a connection as the bearer, from its form in the app, and sends through that connection:

\`\`\`
curl -s http://localhost:8080/api/messages/send -H "authorization: Bearer $CONNECTION_TOKEN" \\
  -H 'content-type: application/json' -d '{"number":"5511900004182","body":"Seu pedido saiu"}'

curl -s http://localhost:8080/api/messages/send -H "authorization: Bearer $CONNECTION_TOKEN" \\
  -F number=5511900004182 -F body='Nota 18.442' -F medias=@nota-18442.pdf
\`\`\`

It answers \`{"id","ack","state","leavesAt"}\`, with several files also \`ids\`; \`GET /api/messages/sent/{id}\` answers the same later:
\`state\` is waiting, sent, delivered, read, failed, or unsure (the channel may have it: it is not sent again by itself). A token sends 20
messages a second, and 200 at once after a pause; then 429 with \`Retry-After\`.

## Idempotency-Key

Every call that changes something takes the header \`Idempotency-Key\`, of at most 200 characters. The same key again answers the
same status, id and position, and does nothing more: after a timeout or a 5xx repeat the call with its key.

- A key is the caller's own: two users may use the same one.
- The same key with another address or body is refused: 422 \`ERR_IDEMPOTENCY_MISMATCH\`.
- Best is a UUID version 7, made when the act is decided: it tells its time, so that a repeat is known however late it comes.
  Any other key is known for at least a day.

## Prosa-Position

What was written is read a moment later. Every command answers the header \`Prosa-Position\`; a GET with \`?after=POSITION\` waits,
for up to two seconds, until it shows that position, and otherwise answers 503 \`ERR_BEHIND\`. A GET answers the position that it
shows. Positions are decimal numbers that rise; compare them as big integers.

## Lists

Lists are paged by \`pageNumber\`, 20 records each, and say \`hasMore\` and \`count\`. Tickets are best paged by \`cursor\`, messages by
\`before\`: then nothing is missed or doubled while new ones come. Dates are days of the company's time zone, the last one included.
An empty parameter is the same as none.

## Live

\`/live\` is a WebSocket of JSON frames. First send \`{"type":"hello","token":TOKEN,"after":POSITION}\` (\`after\` may be left out);
the answer is \`{"type":"welcome","position":…}\`. Another hello on the socket brings a new token, or repeats what was pushed
after its \`after\`. Then come \`{"type":"push","position","channel","action","record"}\`, each with the
record that GET would answer; \`{"type":"reload","position","channel"}\` where too many records of a channel changed at once to be
told one by one: ask for what you show of it, after a short random while; \`{"type":"refetch"}\` where something was missed that is
no longer held; and \`{"type":"alive"}\` every 18 seconds. A push may come twice; applying it again changes nothing. Pass over types that you do not know.

## The simulator channel

Customers of a simulator connection write by \`POST /webhooks/simulator/{connectionId}\` with \`Authorization: Bearer\` and the
connection's token: \`{"id","from","name","type":"text","text","quotedId","at"}\`. 202 means that it is kept; the same \`id\` again is 202
too and nothing more. \`GET …/delivered?to=NUMBER\` answers what that customer has received, in order.
\`PUT …/session {"status","qrcode"?}\` puts the connection into a status, 204: \`qrcode\` shows that code, \`CONNECTED\` is a device that has read it.

## Errors

A refusal answers \`{"error","message","fields"?,"details"?}\`. Go by \`error\`; \`message\` is for people, in Portuguese. \`fields\` names
what is wrong in each field, by its dotted path. 503 carries \`Retry-After\`: the same call may succeed at once. A company has at most
32 calls at a time in each process of a service, 4 of them searches; more wait for up to two seconds, then they are 503 \`ERR_BUSY\`.
`;
