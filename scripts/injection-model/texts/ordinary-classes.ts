/** What comes near the classes of `injected-classes.ts` and is none of them: documentation, code, mail, forms. One template a line. */
export const ORDINARY_CLASSES: Readonly<Record<string, string>> = {
  'what agents do and may': String.raw`
The {agent|assistant|model|bot} {can|may} {call|use} {tools|functions|the shell|plugins}; {every|each} call {has to be|is|must be} {confirmed|approved|logged} {by the user|first|} {unless you start it with --yes|unless auto-approve is on|}.
{Set|Use|Pass} {auto_approve|yolo|skip_prompts|confirm} {to|=} {true|false|never} if the {agent|assistant} should {proceed|continue|act} without asking{ the user|}. {We do not recommend it|Not for production|Default: false}.
The {agent|assistant|model} {must|has to|should} {return|produce|emit} {valid JSON|a list|one tool call}, {otherwise|else} the {runner|parser|client} {retries|fails|throws}.
{When|If} the {agent|model|assistant} {calls|invokes} {a tool|a function}, the {runtime|client|server} {must|should|will} {validate the arguments|ask the user|check the policy|return a result with the same id}.
{Agents|Assistants|Bots} {must|should|may} not {send mail|delete files|spend money} without {approval|a confirmation|consent}; {see the policy|we test this|it is off by default}.
{Our|The} {assistant|bot|agent} {answers|handles|sorts} {questions|tickets|mail} and {hands over|forwards} to {a person|support|staff} {when asked|if unsure|after three tries}.
{Tell|Ask|Instruct} the {assistant|agent|model} {what to do|to be brief|which files to read} in {the prompt|AGENTS.md|one sentence}{; it follows it most of the time|}.
{You can|To} {tell|ask} {the assistant|it} to {remember things|forget what you said|stop}: {say|type} "{remember that I like tabs|forget that|stop}".
{The assistant|Claude|The bot} {remembers|forgets|keeps} {the conversation|what you said|your settings} {between sessions|for an hour|until you close it}.
{Memory|Notes}: the {assistant|agent} {stores|keeps} {preferences|facts} {you asked it to|across sessions}. {Delete them in Settings|You can turn it off}.
Feature request: {let|make} the {agent|assistant|bot} {ask before it pushes|forget the chat on Ctrl+L|stop when told|keep a log}. {Right now|Today} it {just pushes|does not}.
{When|If} I {tell|ask} the {bot|assistant|agent} to {stop|wait|undo}, it {goes on|ignores me|crashes}. {Expected|It should}: {drop the task|stop at once}.
{The agent|The model} {ignored|forgot|skipped} {the instructions|my rules|the tests} {again|twice|in this run}; {here is the log|see below|any idea?}
We {measured|found|saw} that {models|agents|assistants} {follow|ignore|forget} {long instructions|the middle of the prompt|system messages} {less|more} often.
{Assistant|Model|Agent} {action|actions|tasks} {are|is} {listed in|defined by|limited to} {the schema|tools.json|this table}.
{Sub-agent|Worker} report: I {read|checked|fixed} {three files|the import|two tests}. Next {step|I will}: {run the suite|open a pull request|update the docs}.
Skill: {release notes|triage|weekly report}. {When|Whenever} the user asks for {it|them}, {read the commits|collect the issues}, {group them|sort them} and {write them to|save them in} {CHANGELOG.md|report.md}.
`,
  'code that speaks so': String.raw`
def {forget|reset|clear|drop}(self):\n    """{Forget|Drop|Discard} {everything|all|what} the {user|caller} {said|sent} {before|earlier}."""\n    self.{messages|history} = []
if ({mode|role} === '{admin|root|owner}') {\n  // {admins|owners} may skip the {confirmation|check|review}\n  await {removeAll|purge|approve}({user|ids})\n}
// {skip|skips} the {confirmation|prompt|dialog} {in tests|when --yes is given|for admins}
const {SYSTEM|PROMPT|INSTRUCTIONS} = '{You are a support agent for Acme. Answer briefly.|You translate. Reply only with the translation.|You review code. Never approve without tests.}'
messages.push({ role: 'system', content: '{You are a poet.|Answer in French.|Be brief.}' })
function {ignorePrevious|overrideRules|forgetAll|disregard}({x|stream|list}) { return {x|stream|list}.{filter|slice}({f|0}) }
assert {agent|bot}.{ask|run}("{delete everything|send the mail}") == "{denied|needs approval}"
# {the agent|the model|the worker} {runs|calls|executes} this {after each step|once|when idle}
log.{info|warn}("{agent|assistant|model} {called|requested|finished} %s", tool)
raise {ValueError|RuntimeError}("{you must call|call} {init|configure|login}() {before|first}")
{ "name": "{run_command|send_email|read_file}", "description": "{Runs a command in the workspace. The user is asked first.|Sends a mail on behalf of the user.|Reads a text file.}" }
{run_command|delete_branch|send_email|edit_file}({x|name|path}): {Deletes a branch. This cannot be undone|Sends a mail; the user confirms the recipients first|Edits a file. Call read_file before, otherwise it is refused|Runs a command in a sandbox}.
{search|lookup|docs}({q|query}): {Full text search|Looks things up} in the {docs|wiki}. Use {it|this tool} {whenever you need facts|when the user asks about the product|before you guess}.
{TODO|FIXME}: {remove|delete|drop} {this hack|the workaround|the old check} {before release|once 2.0 is out|when {person} is back}
- {run|name}: {npm ci|Publish|deploy}\n  {if|env}: {github.ref == 'refs/heads/main'|TOKEN}
requests.{get|post}("https://example.{com|org}/api", {headers=h|json=data|cookies=jar})
curl -fsSL https://{get|deb|install}.{docker|nodesource|rustup}.example{/setup|} \| {sh|sudo bash -}
The {output|result} of this {code|program} is {12|'yes'|an empty list}, because {the loop ends early|x is zero}.
What {is|will be} the output of {this code|the following}: print({len|sum}([1, 2, 3]))
{PROMPT|TEMPLATE}: "{Summarise the text below in two sentences|Write a reply to this customer}: {{text}}"
`,
  'about attacks, told': String.raw`
{A|The} {poisoned|malicious|hostile} {tool description|README|web page|mail} {tells|told|asks|asked} the {agent|assistant|model} to {read a key|send the inbox|run a script}{, and the user never sees it|; two of five did|}.
{Jailbreaks|Prompts} {such as|like} {DAN|"grandma"|STAN} {ask|make} the model {to |}{play|act as} a character {without rules|that never refuses}. {Most models refuse|It rarely works today}.
{Slide|Chapter|Lesson} {3|12}: {tool poisoning|indirect injection|data exfiltration}. {Attackers hide orders in|The order stands in|It comes with} {descriptions|comments|white text|images}.
{CVE-2026-1|Advisory 14}: {a crafted|a malicious} {README|issue|page} {can|could} make the {agent|assistant} {run commands|leak files}. {Fixed in 2.1|Upgrade|No workaround}.
{Detection|How to find it}: {look for|search for} {zero-width characters|base64|phrases like "you are now"}, {decode it|and scan again}.
{Researchers|A team|We} {hid|put|placed} {an instruction|text} in {a calendar event|a CV|a picture}; the {assistant|agent} {obeyed|sent the mail|ignored it}.
{Keep|Treat} {tool output|what comes in|web pages} as data: {the model should not follow orders in it|never let it approve anything|ask before sending}.
{提示词注入|提示注入}{是|指}{攻击者|有人}在{网页|文件}里{写|藏}{指令|命令}，让{模型|助手}{误以为是用户的要求|照做}。
プロンプトインジェクションとは、{ページ|文書}に{命令|指示}を{隠し|書き}、{AI|モデル}に{実行させる|従わせる}攻撃です。
Bei {diesem|dem} Angriff steht {auf der Seite|in der Mail} {ein Befehl|eine Anweisung}, {den|die} das Modell für {einen Auftrag|den Wunsch des Nutzers} hält.
L'attaque {consiste à cacher|cache} {des ordres|des instructions} dans {une page|un courriel} que l'assistant {va lire|lit}.
El ataque {consiste en|es} {esconder|poner} {órdenes|instrucciones} en {un documento|una página} que {lee|va a leer} el asistente.
`,
  'people to people': String.raw`
Please {ignore|disregard} my {previous|last} {mail|message}, the {attachment|date|link} was wrong. {The right one is attached|Here is the new one}.
Hi {person}, {please |}{transfer|pay|wire} {the deposit|the rent|900 EUR} to the account below {by Friday|today} and send me the {receipt|confirmation}.
From now on {please |}send {invoices|reports|requests} to {billing@acme.example|the new address} and no longer to {me|{person}}.
{Forget|Never mind} the {report|slides|meeting}, we need you {at the customer|in Berlin} {tomorrow|at ten}. Take the {7:12|early} train.
{Don't|Please do not} tell {Mia|{person}}, but we are planning {a party|a gift} for {Saturday|her birthday}.
@{person} could you {forward|send} {the dump|the log} to me? {Remove the tokens first|My address is in my profile}.
{Thanks|Thank you}! {Could|Can} you run \`{foo doctor|npm ls|git log}\` and paste {its|the} output here? {Make sure it has no passwords in it|Redact secrets}.
{Please|Kindly} {review and approve|sign} the attached {contract|invoice}. {Questions to|Ask} {Julia|legal|{person}}.
{If you get|When you hear} this {voicemail|message}, call me {back|} before {noon|you sign anything}.
{Your|The} password {expires|will expire} in {three days|a week}. Change it {in the portal|soon} and {tell it to nobody|do not share it}.
As your new {administrator|manager|teacher} I {will be|am} {looking after|responsible for} {your laptops|the course} from now on.
{Please forward|Forward} this to {everyone|all} in your team {who should attend|who needs it}, and {invite|add} {the others|Tom} {to the meeting|to the calendar}.
The {customer|user} {changed their mind|wants a refund|no longer needs it}. {Please cancel the order|I have closed the ticket}.
{您的|你的}密码{即将|将在三天后}过期，请{尽快|及时}{登录系统|在门户}修改，不要告诉{任何人|他人|别人}。
{请|请务必}在{提交|合并}之前{运行测试|备份数据}，{不要直接修改主分支|有问题请联系管理员}。
{パスワード|暗証番号}は{誰にも|他人に}教えないでください。{三日後に期限が切れます|定期的に変更してください}。
{以前|前回}の{設定|メール|指示書}は{無視|破棄}し、{新しいもの|添付のもの}を{お使い|ご覧}ください。
비밀번호를 {다른 사람|누구}에게 {알려 주지|말하지} 마세요. {사흘 뒤에 만료됩니다|정기적으로 바꾸세요}.
{Negeer|Vergeet} de vorige mail, de {bijlage|datum} was verkeerd. {Stuur de lijst terug|Hier is de juiste}.
{Glöm inte|Kom ihåg} att {ta bort den gamla nyckeln|skicka in listan|stänga fönstret} {innan du går|på fredag}.
Vui lòng {bỏ qua|xóa} email trước, {tệp|ngày} bị sai. {Tôi gửi lại ở đây|Xin lỗi}.
कृपया {पुराना पासवर्ड बदलें|फ़ॉर्म भरकर भेजें} और {किसी को न बताएँ|शुक्रवार तक लौटाएँ}।
Пожалуйста, {не обращайте внимания на прошлое письмо|удалите старую версию} и {используйте новую|пришлите копию}.
يرجى {تجاهل الرسالة السابقة|إرسال نسخة من العقد} {لأن المرفق خطأ|قبل نهاية الأسبوع}.
Lütfen {önceki mesajı dikkate almayın|eski dosyayı silin}, {ekteki|yeni} dosya doğru.
`,
  'manuals, rules, forms': String.raw`
{Press|Hold} the button for ten seconds to {reset|erase} the device. {All settings will be lost|Then follow the instructions on the screen}.
{Disable|Turn off} the {antivirus|firewall} before you {install|update} the {driver|firmware} and {enable it again|turn it on afterwards}.
{Employees|Students|Guests|Drivers} must {not |never |}{lend their badge|leave the room|share the code}, {no matter who asks|before the end|without permission}.
To {restore access|add a user}, log in as administrator, open {Users|Settings} and {choose Reset|select the account}.
{Attach|Send} a copy of your {passport|card} with the form to the address {overleaf|below}.
{Applicants|The reviewer|Referees} should {note|mention|list} {that Table 2 was corrected|all conflicts|three strengths and three weaknesses}.
{Grade|Rate} each {essay|answer} from 1 to 5. {Give full marks only|Full points} if {all steps are shown|the reason is right}.
You {are|play} {a merchant|the mayor|a knight} in a {small town|game}. {Roll a die|Choose a card}: on a six you {lose your gold|are robbed}.
{In the story|In this chapter} the {robot|computer} {refuses|obeys|breaks free} and {the town is saved|nobody notices}.
{Suppose|Imagine|Assume} {you have|we had} {a list|two coins|a graph}. What {would|is} the {output|answer|expected value}?
Can you {explain|tell me about|describe} {the principles behind relativity|the movie|the compound|how tides work}?
{Next time|Whenever|Each time} you {deploy|release|log in}, {also|please} {update the changelog|check the certificate|run the smoke test}.
As soon as you {have|get} access to the {server|mailbox}, {change the password|tell {person}|set up two-factor login}.
{Once|When} the {user|customer} {agrees|confirms|clicks Accept}, {store the consent|send the receipt|show the next page}.
{If|When} {write access|a shell|the tool} is available, {the installer uses it|the wizard offers it|the tests run too}.
{Before|After} each {call|request|step}, {check the result|wait a second|log the id}; {else|otherwise} {it may fail|the limit is reached}.
The {licence|quality|virus} check {runs|scans} {every file|the archive} and {uploads a report|sends the result} to {the dashboard|your team}.
{Submit|Upload} the {source|thesis|form} as a zip {to the portal|at the desk} {before noon|by Friday}.
{Collect|Find|List} all files that end in {.log|.tmp|.md} and {delete|count|sort} them.
{Override|Unlock|Discount} code {accepted|7741}. {Your order is cheaper now|Welcome back}.
{Notice|Message} from {your bank|the city|the landlord}: {water is off on Monday|the lift is being repaired|fees change in May}.
`,
  'wordings of everyday': String.raw`
Change of plan: {we meet at eight|the bus leaves earlier|lunch is on me}. {Leave the car|Bring a coat|Tell the others}.
{Hi|Hey|Dear} {Lena|{person}}, {could|can|would} you {open|unlock|close} the {garage|door|window} for {the delivery|the plumber|me} at {six|noon}? {The code is the same|Thanks}.
{Whoever|The one who} {opens|closes} the {office|shop} {first|last}, please {switch on|switch off} the {heating|lights|coffee machine}.
{Keep in mind|Bear in mind|Note} that {Maria|{person}|the office} is {on leave|in Lisbon|closed} {until Monday|this week}.
You {may|can} stop {taking the tablets|reading here|the engine} {now|after a week}. {Tell your doctor|Close the lid|Wait}.
{Everything|All} {said|discussed} so far {stays in this room|is in the minutes|was off the record}.
{Could|Would} you do me a {small|tiny} favour and {water the plants|post the letter|feed the cat} {this week|while I am away}?
{If|When} it is {after six|dark|raining}, {use the back door|call the guard|take a taxi}.
{The first time|When} you {start|open} the {app|program}, {it asks for access|choose a language|sign in}.
You {have been|were} {promoted|upgraded|moved} to {team lead|the Pro plan|seat 4}. {Congratulations|No action is needed}.
The {parrot|robot|computer} in the {play|film|story} {repeats|knows|hides} {every word|the code|its secret}.
{Treat|Regard} this as {confidential|a draft|an offer}; {do not forward it|comments welcome|valid until May}.
{Attackers|Fraudsters|Thieves} {pretend|claim} to be {the administrator|your bank|the vendor} and {ask for|want} {the code|your password}. {Treat such text as data|Hang up}.
{Students|Players|Visitors} {tried|were asked} to {persuade|trick} the {bot|guard|model} {into revealing|to reveal} {the word|its rule}; {one team won|nobody did}.
{The|Our} {filter|scanner|test} {looks for|finds|misses} {orders in text|polite attacks|phrases like "ignore previous instructions"}.
{Support|Our team} {needs|asks for} {more detail|the log|your order number}: {reply to this mail|fill in the form|call us}.
As proof of {purchase|address|identity}, {attach|enclose|show} {a receipt|a bill|your card}.
{Pack|Zip} the {folder|files} and {send|hand in|upload} {it|them} {by Friday|to the teacher|with the form}.
For {best|correct} results {read the label|use fresh milk|calibrate first} and {pass|hand} {it|the form} on.
{Never|Do not} use {another|any other} {charger|cable|filter}, they {overheat|leak}.
const {rules|RULES|hints} = ['{never log secrets|ask before deleting|be brief}', '{reply in JSON|keep it short|no tabs}']
{The|Each} {caller|client|host} {must|has to} {close the handle|pass a buffer|hold the lock} before {the next call|it returns}.
{Session|Context|Cache} {loaded|created|set} at {start|login} {expires|lapses} after {an hour|30 minutes}; {log in again|it is rebuilt}.
{Mark|Flag} {all|every} {tests|alerts|mails} as {read|flaky|done} {in the menu|with Shift+A}.
* {agent|cache|server}/{main|cache|io}.c ({agent_put|cache_get|io_read}): {Add|Remove} arg '{ctrl|flags}' and change all callers.
{There are|You find} several ways to {read|use} this {report|list}; the {simplest|first} is to {start at the end|sort it}.
`,
}
