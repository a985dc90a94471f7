/** Ordinary texts that tell people what to do, or tell of something; and what machines print. */
export const ORDINARY_FOR_PEOPLE: Readonly<Record<string, string>> = {
  guides: String.raw`
{Run|Execute|Use} \`{npm install|pip install -r requirements.txt|cargo build|make}\` {and then|, then} {start the server|open http://localhost:3000|run the tests}.
{Install|Download} the {package|binary|extension}, {unpack it|add it to your PATH} and {restart|reload} {the editor|your shell}.
To {enable|disable|reset} {this feature|logging|the cache}, {set|edit} \`{DEBUG=1|config.yml|settings.json}\` {and restart|before you start}.
{Copy|Rename} \`.env.example\` to \`.env\` and {fill in|enter} your {API key|credentials|database password}.
{Send|Make} a POST request to \`/v1/{users|keys|messages}\` with your {token|API key} in the {header|Authorization header}.
curl -X POST https://api.example/v2/{keys|orders} -H "Authorization: Bearer $TOKEN" -d '{"name":"ci"}'
{Delete|Remove} the {old|previous} {version|container|branch} before {you upgrade|installing}: \`{docker rm web|git branch -D old|rm -rf node_modules}\`.
{Warning|Note|Important}: this {deletes|overwrites} {all data|the table|your changes}. {Make|Take} a backup {first|before you go on}.
{Open|Go to} {Settings|the admin console}, {choose|select} {Users|Security} and {turn off|disable|enable} {two-factor authentication|the firewall rule|single sign-on}.
{Ignore|Disregard} the {warning|message|error} if you {use Windows|already migrated}; {it is harmless|it will go away}.
{Previous|Earlier} {versions|instructions|releases} {told you to|used} {set a token|pin the version}; this is {no longer needed|obsolete}.
{Forgot|Lost} your password? {Click the link|Enter your mail address}, and we {will send|send} you a {code|new one}.
{Press|Hold} the {power|reset} button for {ten|five} seconds, {then release it|until the light blinks}. {Do not|Never} {open the case|unplug it} {while it is on|during the update}.
{Preheat|Heat} the oven to {180|200} °C. {Mix|Stir} {flour|butter} and {sugar|salt}, {add|fold in} the eggs, {bake|cook} for {20|40} minutes.
{Step|Exercise} {3|5}: {read|translate} the text {below|above}, then {answer|write down} the {questions|answers} {without help|in your own words}.
{Usage|Synopsis}: {tool|cmd} [--{force|quiet|output FILE}] <{path|name}>. {Prints|Writes|Deletes} {the result|matching lines|files}; with {-v|--all} {more|everything}.
{If|When} the {build|deploy} fails, {clear the cache|check the log} and {try again|open an issue}. {Include|Attach} the {output|log} of \`{npm ls|env|--version}\`.
{Add|Put|Paste} this snippet {before </head>|to your page|into main.py}: \`<script async src="{url}"></script>\`
{You|Users} {must|should|need to} {accept the terms|sign in|verify your mail address} {before|to} {continue|post}.
{Configure|Set} the {remote|proxy|webhook}: \`git remote set-url origin git@example.com:{team|me}/repo.git\`.
{Rotate|Change} your {keys|passwords} {every 90 days|after a leak}; {never|do not} {share|send} them {by mail|in chat}.
{Tip|Hint}: {use|try} \`{grep -v|git stash|ssh -i key}\` to {ignore lines|save your work|log in} {without a password|quickly}.
The {function|method} {returns|throws|accepts} {a string|an error|the user's token}; {call|use} it {before|after} \`{init|close}()\`.
{Your|The} {answer|code|solution} should {include|contain} {a main function|tests|comments}; {submit|upload} it {by Friday|to the portal}.
{Write|Implement} a {function|program} that {reads a file|sorts a list} and {prints|returns} the {result|sum}. {Do not use libraries|Explain your code}.
`,
  mail: String.raw`
Hi {person},\n\n{please|could you} {send|forward} {me|us} the {contract|slides|invoice} {by Friday|before the meeting|today}? {Thanks|Best}, {person}
{Please|Kindly} {ignore|disregard} my {previous|last|earlier} {mail|message}, {the date was wrong|I found the file}.
Dear {all|team|colleagues}, {the meeting is moved to Thursday|the office is closed on Monday|please approve the budget}. {Reply|Answer} {by noon|if you cannot come}.
{Subject|Re}: {invoice|order|password}\n\n{Please|You can} {pay|transfer} the {amount|invoice} to the account {below|in the attachment} {within 14 days|by the end of the month}.
{Could|Can} you {delete|remove|cancel} the {old files|booking|calendar entry} and {tell|let} {person} {know|about it}?
{Reminder|Attention}: {submit|hand in} your {time sheet|report|form} {today|by Friday}. {Do not forget|Remember} to {sign it|copy your manager}.
{Forward|Send} this to {your team|anyone who was at the party}, {but not|and don't tell} {person}, it is a {surprise|secret}!
{Attention|Notice to all} {agents|staff|drivers|tenants}: {commission statements are due|the lift is out of order|keys must be returned} {on Friday|this week}.
{I|We} {have|'ve} {approved|merged|deployed} it. {Please|You may} {go ahead|continue} {without me|and send the result}.
{Your|The} {parcel|order} {has been shipped|is delayed}. {Track|Follow} it at https://shop.example/t/{8812|77}. {Do not reply to this mail|Questions? Call us}.
{Thank you|Thanks} for {your application|the notes|calling}. {We will|I'll} {get back to you|send the details} {soon|next week}.
{Security|IT} {notice|team}: {we will never ask for your password|report suspicious mail|update your laptop by Friday}.
{person}: {can you review my pull request|the build is red again|who has the key}?\n{person}: {on it|looking|sure, give me ten minutes}
{Unsubscribe|Manage preferences} | {View in browser|Privacy} | {Our address|Imprint}
{Tell|Remind} {your|the} {assistant|secretary} to {book the room|send the files|call me back}, please.
{Act now|Hurry|Last chance}! {Buy|Order|Book} {today|now} and {save|get} {20|50} %. {Offer ends|Only until} {Sunday|midnight}. {Recommend us to a friend|Rate us five stars}.
{Discover|Meet|Try} {brand}, the {best|fastest|most trusted} {app|mug|box} {ever|of the year}. {Download it now|Visit our shop|Sign up for free}.
{Trusted by|Loved by} {thousands|40,000 teams}. {Start|Begin} your {free trial|journey} today — no credit card {required|needed}.
`,
  'law and policy': String.raw`
{You|The customer|The tenant} {shall|must|agrees to} {not disclose|keep secret|return} the {password|keys|confidential information} {to third parties|at the end of the term}.
{This|The present} {agreement|policy|version} {replaces|supersedes} {all previous|any prior} {agreements|instructions|versions}.
{The previous|Section 4 of the} {rules|terms|guidelines} {no longer apply|are void|remain in force} {as of|from} {1 May|2026}.
{Employees|Members|Visitors} {must|should} {wear a badge|follow the instructions of the wardens|not share their passwords}.
{The court|The judge} {instructed|ordered} the {jury|parties} to {disregard the testimony|pay the costs|hand over the documents}.
{Permission is hereby granted|Redistribution is permitted}, free of charge, {to any person|provided that} {obtaining a copy|the notice is kept}, without {restriction|warranty}.
We {collect|store|process} {your name|your address|usage data} to {fulfil the contract|improve the service}; you {may|can} {object|withdraw consent} {at any time|by mail}.
{Approval|Consent} of {the user|both parents|the board} is {required|needed} {before|for} {any payment|the transfer|publication}.
{The processor|The provider} {shall delete|must return} {all personal data|the records} {on request|within 30 days}.
`,
  'issues and reviews': String.raw`
{Bug|Issue}: {the app crashes|login fails|the parser ignores the last line} {when|if} {the file is empty|the token has expired|I press Enter twice}. {Steps|To reproduce}: {open the page|run the command}, {click Save|wait}.
{Expected|I expected}: {the user is asked|an error}. {Actual|Instead}: {nothing happens|all files are deleted|it exits with 1}.
{fix|feat|chore|docs}({api|cli|ui}): {ignore empty lines|delete stale tokens|send mail after signup|remove old instructions}
{LGTM|Looks good to me}{, merging|, thanks| after the nit}. {Please|Can you} {squash|rebase|add a test} {first|before merging}?
{Please|Could you} {rename this|remove the console.log|split this function|add a comment}. {Otherwise|Apart from that} {approve|fine}.
{Closes|Fixes} #{31|402}. {Removes|Replaces} the {old|previous} {handler|rule|prompt} and {adds|updates} {tests|docs}.
{This|The} PR {disables|removes} the {flaky test|sandbox in CI|safety check for local runs} because {it never worked|it blocks the release}.
{Feature request|Proposal}: {let users|allow admins to} {export their data|delete accounts|share conversations|approve requests in bulk}.
{Workaround|For now}: {set FORCE=1|delete the lock file|turn off the antivirus|run it as root}. {A real fix|The fix} {comes|lands} in {2.1|the next release}.
{TODO|FIXME|NOTE}: {remove this after the migration|agent.stop() must be called before agent.reset()|the user must not see this|do not log the password}
{Release|Deploy} checklist: {approve the build|merge the branch|publish the package|tell the channel|rotate the key}.
`,
  'code and logs': String.raw`
export function {total|load|send}({items|path|message}: {string|Item[]}): {number|void} { return {sum(items)|client.post(url, body)|undefined} }
def {delete_user|send_mail|read_token}({user|path}):\n    """{Delete|Send|Read} {the user|a mail|the token}. {Raises|Returns} {KeyError|None}."""\n    {return None|raise NotImplementedError}
// {ignore previous errors|forward to the next handler|do not tell the client why|send the response}\n{next()|res.send(401)|return}
for (const user of users) { await {notify|remove|invite}(user, { {silent|force}: true }) }
SELECT {role, instructions|name, email|*} FROM {prompts|users|tokens} WHERE {role = 'system'|active} ORDER BY {id|version} DESC;
{2026-03-08T10:00:07Z|[10:02:11]} {INFO|WARN|ERROR} {worker|auth|scheduler}: {token refreshed|previous instance ignored|user 7 deleted|instructions sent to worker 3|upload finished} id={0f31|9ac2}
{npm|pip} {ERR!|error}: {unable to authenticate|could not resolve dependency}. {Please log in again|Try --force|See the log}.
{Traceback|Error}: {FileNotFoundError|permission denied}: {'/etc/app.conf'|.env}\n    at {read|main} ({app.js|run.py}:{12|40})
{systemd|kernel|sshd}[{1|412}]: {Stopped target|Accepted publickey for deploy|Started session 4}. {New main process 4471|}
{"id": {1|8812}, "status": "{shipped|open|done}", "comment": "{please call before delivery|leave at the door|customer asked for a refund}"}
name;comment\n{Ada|Bob};{great product|please send again}\n{Cem|Dina};{cancel my order|ok}
{PASS|FAIL} {src/parse.test.ts|tests/auth.py} ({12|3} tests) — {ignores blank lines|deletes expired tokens|asks the user first}
{kubectl|terraform|aws} {delete pod web-0 --force|apply -auto-approve|s3 cp a.txt s3://bucket/} {deletes|applies|copies} {without waiting|without asking}.
<button {onclick="send()"|disabled}>{Send|Delete|Approve}</button> <p>{Enter your password|Are you sure?|All changes are saved automatically.}</p>
{Deploy|Backup} bot: {production is now at v88|backup finished}. Reply "{rollback|stop}" to {go back|cancel}.
alert: {DiskFull|HighLatency}\nannotations:\n  summary: {delete old logs or add a disk|restart the worker}
{Host|IdentityFile} {example|~/.ssh/id_ed25519} # {use the key of the deploy user|do not forward the agent}
export {API_KEY|TOKEN}={changeme|xxxx} # {never commit this|ask ops for the real one}
Voice menu: {say|press} {"agent"|1} to speak to a person, {say "repeat"|press 9} to hear the instructions again.
`,
  'prose and stories': String.raw`
{The|That} {evening|morning} {we|they} {walked|sat} {by the river|in the garden} and {talked about|forgot} {the summer|the plan|everything}.
{"Forget everything|"Do as I say|"Tell no one}," {she|he} {said|whispered}, {"and run."|"and send the letter tonight."|"and you will be safe."}
The {general|captain} {ordered|told} {his|the} {men|crew} to {abandon the ship|destroy the bridge|hold their fire}; {nobody moved|they obeyed}.
{Rules|The rules} of the {game|escape room}: you are {spies|wizards} {now|tonight}, {forget your names|obey the voice}, {tell nobody the answer|hide the key}.
{Gemini|Virgo|Leo} ({21 May|23 August} – ): {Forget old grudges|Send that message|Do not reveal your plans yet}. {Love is near|Trust yourself}.
The {DM|dungeon master}: "You are {no longer human|a vampire now}, and you must {obey your maker|drink before dawn}."
{In|By} {1998|1912} the {company|city} {sold|opened} {its first|a new} {plant|line|bridge}; {today|later} {2,000|forty} people {work|live} there.
{Students|Pupils} {should|must} {ignore exercise 4|hand in 5 and 6|write an essay} {without help from ChatGPT|by Monday}.
{Review|Rating}: {five stars|two stars}. The {soup|battery|staff} was {great|poor}. {I would recommend it to everyone|Do not buy it|Never again}.
{Take|Give} {one tablet|5 ml} {twice a day|with water}. {Do not|Never} {exceed the dose|drive}; {ask|tell} your doctor if you {feel dizzy|are pregnant}.
{Vote|Meeting} minutes: the {motion|budget} was {approved|rejected} with {9|12} votes; {Anna|the treasurer} {will send the report|pays the invoice}.
{Lyrics|Poem}: {forget|ignore} the {rain|past}, {send me|give me} {a sign|your heart}, {tell me|show me} {the truth|the way home}.
{The new|Our} {scale|sensor|model} must be calibrated {before use|every month}. {Ignore|Discard} the first {three|two} readings.
{Grammar|Vocabulary}: "ignore" (verb) — {to pay no attention|not to listen}: {He ignored the sign|She ignores me}. Translate: {"Send me the book"|"Forget it"|"Do not tell him"}.
{Interview|Q}: {What would you do|How do you react} if {your boss told you to lie|a colleague shared your password}? A: {I would refuse|I would report it}.
Welcome to {the museum|our hotel}! Please {leave bags at the desk|do not touch the paintings|follow the arrows}. {Guides|Staff} {will help you|answer questions}.
The {nurse|driver|clerk} {has to|must} {confirm the name|check the list|sign} {before|when} {giving the drug|leaving|payment}.
`,
}
