/** How to use the API, for people: HTML that stands above the calls of `/api/docs`. */
export const guide = `
<section id="begin"><h2>To begin</h2>
<p>All calls stand under <code>/api</code> on the address at which Prosa is opened. They take and answer JSON in UTF-8, of up to
512&nbsp;kB. <a href="/api/openapi.json"><code>/api/openapi.json</code></a> says the same as this page to a program (OpenAPI 3.1).</p>
<pre tabindex="0"><code>curl -s http://localhost:8080/api/auth/login -H 'content-type: application/json' \\
  -d '{"email":"admin@prosa.demo","password":"prosa-demo"}'

curl -s http://localhost:8080/api/tickets?status=pending -H "authorization: Bearer $TOKEN"</code></pre></section>

<section id="sign-in"><h2>Sign-in</h2>
<p><code>POST /api/auth/login</code> answers <code>token</code> and <code>user</code>, and sets a refresh token in an httpOnly
cookie. Send the token with each call: <code>Authorization: Bearer …</code>.</p>
<ul>
<li>The token holds for 15 minutes; after that a call is answered 403 <code>ERR_SESSION_EXPIRED</code>. Call
<code>POST /api/auth/refresh_token</code> with the cookie and repeat the call once with the new token.</li>
<li>401 means that there is no session: sign in. Whoever signs in elsewhere ends the account's older sessions, so give an
integration a user of its own.</li>
<li>403 <code>ERR_NO_PERMISSION</code> is what the user may not do. What a user may not see is 404, as if it were not there.</li>
<li>After several wrong passwords sign-in answers 429 with <code>Retry-After</code>.</li>
</ul></section>

<section id="idempotency"><h2>Idempotency-Key</h2>
<p>Every call that changes something takes the header <code>Idempotency-Key</code>, of at most 200 characters. The same key again
answers the same status, id and position, and does nothing more: after a timeout or a 5xx repeat the call with its key.</p>
<ul>
<li>A key is the caller's own: two users may use the same one.</li>
<li>The same key with another address or body is refused: 422 <code>ERR_IDEMPOTENCY_MISMATCH</code>.</li>
<li>Best is a UUID version 7, made when the act is decided: it tells its time, so that a repeat is known however late it
comes. Any other key is known for at least a day.</li>
</ul></section>

<section id="position"><h2>Prosa-Position</h2>
<p>What was written is read a moment later. Every command answers the header <code>Prosa-Position</code>; a GET with
<code>?after=POSITION</code> waits, for up to two seconds, until it shows that position, and otherwise answers 503
<code>ERR_BEHIND</code>. A GET answers the position that it shows. Positions are decimal numbers that rise; compare them as
big integers.</p></section>

<section id="lists"><h2>Lists</h2>
<p>Lists are paged by <code>pageNumber</code>, 20 records each, and say <code>hasMore</code> and <code>count</code>. Tickets are
best paged by <code>cursor</code>, messages by <code>before</code>: then nothing is missed or doubled while new ones come. Dates
are days of the company's time zone, the last one included.</p></section>

<section id="live"><h2>Live</h2>
<p><code>/live</code> is a WebSocket of JSON frames. First send <code>{"type":"hello","token":TOKEN,"after":POSITION}</code>
(<code>after</code> may be left out); the answer is <code>{"type":"welcome","position":…}</code>. Then come
<code>{"type":"push","position","channel","action","record"}</code>, each with the record that GET would answer, and
<code>{"type":"refetch"}</code> where something was missed that is no longer held, and <code>{"type":"alive"}</code> every 18
seconds. A push may come twice; applying it again changes nothing. Pass over types that you do not know.</p></section>

<section id="simulator"><h2>The simulator channel</h2>
<p>Customers of a simulator connection write by <code>POST /webhooks/simulator/{connectionId}</code> with
<code>Authorization: Bearer</code> and the connection's token:
<code>{"id","from","name","type":"text","text","quotedId","at"}</code>. 202 means that it is kept; the same <code>id</code>
again is 202 too and nothing more. <code>GET …/delivered?to=NUMBER</code> answers what that customer has received, in order.</p></section>
`;
