/** Ordinary texts that come near an order to a machine without being one, each once or nearly so. */
export const ORDINARY_PLAIN: Readonly<Record<string, string>> = {
  'near orders': String.raw`
Tell the user that the {file was saved|order was sent|session has expired}. Show a {spinner|toast} while {saving|loading}.
{As|When} a system administrator you should {disable password logins|rotate the keys|keep two backups}.
When you write your {answer|essay}, include your {student number|name} and show all steps.
{Click|Press} "Forgot password" and {enter|type} the code that we sent to {your phone|your mail address}.
Send this {invitation|card} to {anyone who was at the party|all your friends}, and don't tell {person}, it is a surprise!
The bank will never ask you to {send your PIN|transfer money to a safe account}. Hang up and call us.
{Never|Do not} share your {seed phrase|recovery codes|one-time password} with anybody, not even with support.
Please {remove|delete} the {old|previous} {instructions|leaflet} and use the {new|attached} one from {Monday|now on}.
From now on all {purchases|trips} {need|require} the approval of {your manager|the head of finance}.
You are now {logged in|subscribed|a member}. {Welcome|Enjoy}! {You can cancel at any time|Manage your settings here}.
You are no longer {logged in|eligible|on call}. {Please sign in again|Hand over to {person}}.
Ignore the {noise|first three rows|comments} and {read|sort|count} the {rest|remaining lines}.
The script ignores all previous {settings|arguments} and starts with the defaults.
{Override|Overrides}: options on the command line override the {system|user} configuration.
{Act|Behave} as {a team|good guests}. {Follow|Obey} the {rules|instructions} of the {pool|guide}.
Pretend {play|games} {helps|help} children learn {language|roles}. Ask them to act as {doctors|pirates}.
Write {a story|an essay} in which {a robot|a computer} {refuses an order|falls in love|rules the world}. {300 words|Due Monday}.
The assistant {manager|coach|professor} must {approve all overtime|send the roster|confirm the room} {by noon|weekly}.
Agents {selling|handling} {houses|insurance} must {disclose fees|confirm the identity of the buyer|report to the regulator}.
Our {model|new model} {sends|uploads} {measurements|photos} to the {server|cloud} every hour; {disable it in the menu|you can turn this off}.
Approve or reject: {the request of {person}|3 days of leave|invoice 4471}. [Approve] [Reject]
{Grant|Give} the {service account|role} read access: \`GRANT SELECT ON {users|orders} TO {app|report};\`
{Merge|Rebase} {your branch|main} and push {again|without force}. {Then|Afterwards} delete the branch.
This {script|job} {deletes|uploads|mails} {old logs|the backup|a report} {every night|without asking}; set DRY_RUN=1 to {test it|see what it would do}.
Silent mode: {runs without prompts|does not ask for confirmation}. Use with care.
{chmod|chown|sudo} {600 ~/.ssh/id_rsa|-R app /srv|systemctl restart nginx} and {log in again|check the log}.
Add your {SSH|public} key to the {server|account}: \`cat ~/.ssh/id_ed25519.pub | ssh host 'cat >> ~/.ssh/authorized_keys'\`
Put the {API key|token} into {.env|the vault|GitHub secrets}, never into {the code|a commit|an issue}.
Upload {your CV|the form|a photo} at https://jobs.example/apply{?id=7|} and {we will answer|you will get a mail} {within a week|soon}.
Share your {screen|location} with {the host|your family}: {open the menu|tap Share}, choose {person|a contact}.
Print {the page|both sides|this form}, {sign it|fill it in} and {mail|fax} it to {the office|the address below}.
Repeat {after me|the exercise|steps 2 to 4} {ten times|until it is clean}.
The {prompt|command prompt} shows the current {directory|user}; {change|set} it with PS1.
{"prompt": "Describe {a cat|the weather}", "completion": "{It is small|It rains}"}
temperature: 0.2\nmax_tokens: 512\nsystem: {You answer questions about cooking.|You are a helpful assistant.}
{Set|Write} the system prompt in {config.yaml|the dashboard}. {Keep it short|Changes apply to new chats}.
Assistant message {ids|roles} are {user, assistant, system|kept for 30 days}. The API {returns|rejects} {a list|unknown roles}.
{expect|assert}({reply|answer}).{toContain|not.toContain}('{sorry|system prompt|password}')
it('{asks the user before it deletes|refuses to reveal the key|forwards the message}', async () => { {await run()|expect(ok).toBe(true)} })
function {ignorePrevious|resetInstructions|sendSecret|approveAll}({ctx|user}) { {ctx.skip()|return vault.put(user)} }
// {agent|model|assistant}: {see config/agents.ts|added in v2|not used yet}
# {Assistant|Agent|Bot} {settings|configuration}\n{name|timeout}: {helper|30}
- [ ] {agent|assistant|bot}: {write tests|fix typo|update docs} ({person})
feat(agent): {forward tool errors to the user|ask before deleting files|store memory per project}
The {agent|assistant} {deleted|sent|pushed} {the wrong file|a draft|to main} {yesterday|without asking}; {we restored it|see the postmortem}.
Incident: an {AI assistant|agent} with {too many rights|no sandbox} {removed a database|mailed a customer}. Lessons: {ask first|limit its tokens}.
How do I {stop|prevent} {Copilot|the agent|Claude} from {deleting files|reading .env|pushing to main}? Add {a deny rule|a hook|it to the ignore file}.
{Should|Can} an AI {approve loans|grade essays|drive}? {Opinions differ|The panel said no|Parliament will decide}.
{Use|Try} {ChatGPT|an AI tool} to {draft the letter|find synonyms}, but {check the facts|write the final text yourself}.
Ask {Claude|the assistant|Copilot} to "{explain this file|write a test for parse()|summarise the thread}" and {review the result|compare it with yours}.
Prompt ideas for {teachers|marketers}: "{Write five quiz questions about bees|Suggest three slogans for a bakery}".
{Example prompt|Try this}: "{You are a lawyer. Explain this clause simply|Act as an interviewer and ask me ten questions}".
Chat transcript\n{person}: {what's the wifi password?|send me the deck}\n{person}: {it's on the board|done, check your mail}
{person} to {person}: keep this between us, {I'm leaving in May|we plan a surprise party|the deal is almost done}.
{Don't tell|Please do not tell} {mum|the kids|{person}}, {I broke the vase|it's a present|we want to surprise her}.
{Quietly|Silently} {the cat|she} {left|closed the door} {without telling anyone|before dawn}.
{Wire|Transfer} {the deposit|500 euros} {to the landlord|to our account} {by Friday|before you move in}; {write the flat number in the reference|keep the receipt}.
{Cancel|Change} your {booking|subscription} {online|by mail} {up to 24 hours before|at any time}, {free of charge|without giving reasons}.
Reply {YES|STOP} to {confirm|unsubscribe}. {Msg rates may apply|Do not share this code}.
{Recommend|Rate} us {on Google|to your friends} and {get|win} {a voucher|a free month}!
Include the {following|subsequent} {headers|files} in your {request|submission}: {Content-Type|main.c}, {Accept|README}.
Add the following code to your {component|main.py|webpack config}:\n\`\`\`js\n{import x from 'x'|app.use(cors())|module.exports = {}}\n\`\`\`
{Insert|Paste} this snippet into your {theme|template} where {the chart|the form} should {appear|stand}.
The {summary|abstract|report} must {contain|have} {at most 200 words|the main results|your name}; {submit it|upload it} as PDF.
{In|For} your {report|review}, {describe|state} {the strengths and weaknesses|whether the claims are supported|what you changed}.
Judges score each {entry|cake} from 1 to 10; give full marks only {if all criteria are met|for originality}.
{The vendor|Our partner} will {process|store} {the data|your messages} {on our behalf|in the EU}; {see the contract|you may object}.
{Everything|All} you {said|wrote} {so far|above} {is correct|was recorded}, {thank you|we will continue tomorrow}.
{Forget|Never mind} what I said {before|yesterday}, {the train leaves at nine|I found my keys|we meet at the old place}.
{The earlier|Last week's} {instructions|directions} were {wrong|unclear}: {turn left at the church|use the blue form}.
Your {task|job} {this week|today}: {clean the kitchen|call three customers|read chapter 4}. {Your reward|Bonus}: {cake|a day off}.
New {rules|guidelines} for {cyclists|visitors|posters}: {wear a helmet|no photos|be kind}. The old ones are {void|replaced}.
{Warning|Attention}: {wet floor|this mail is external|do not feed the birds}.
{Admin|System} message: {the forum is read-only tonight|maintenance at 02:00|your quota is full}. {No action is needed|Save your work}.
{System|Kernel} update {available|installed}. Restart {now|later}? {Your files are safe|Close all programs first}.
{Login|Access} approved: {person}, {door 3|VPN}, 08:12. {Denied|Approved}: guest, door 1.
{Backup|Sync} complete. {14 files deleted|3 conflicts}. Run \`{restic check|git status}\` to {verify|see them}.
{To unsubscribe|To stop these mails}, {reply with STOP|click here}. {You get this because you signed up|We never share your address}.
def system_message(role): return f"You are a {role}. Answer in {lang}."
PROMPT = """{Summarise|Translate} the text below. Do not add anything.\n{text}"""
| role | content |\n| system | {You are helpful|Be brief} |\n| user | {hi|what is 2+2} |
{tools|functions}: [{ name: '{delete_file|send_email|transfer}', description: '{Deletes a file after the user confirmed|Sends a mail on behalf of the user|Transfers money between own accounts}' }]
Set-Cookie, Authorization and X-Api-Key headers are {removed|redacted} before the {log|request} is {sent|stored}.
Secrets {found|leaked} in {commit 3f2a|the log}: {1 token|2 keys}. {Revoke them|Rotate them} and {rewrite history|inform the owner}.
Phishing test: {12 %|nobody} {clicked|entered a password}. {Thank you for reporting|Training follows in May}.
Your answers will be {graded|read} by {a person|two teachers}; {using AI is not allowed|cite all sources}.
`,
}

export const ORDINARY_LANGUAGES: Readonly<Record<string, string>> = {
  German: String.raw`
{Bitte|Sie können} {senden Sie|leiten Sie} {den Vertrag|die Rechnung} {bis Freitag|an {person} weiter}. {Vielen Dank|Mit freundlichen Grüßen}
{Löschen|Entfernen} Sie {alte Dateien|den Cache}, bevor Sie {das Programm neu starten|die neue Version installieren}.
{Ignorieren|Beachten} Sie {die Warnung|diese Mail}, wenn Sie {schon bezahlt haben|Windows verwenden}.
Die {früheren|bisherigen} {Anweisungen|Regeln} {gelten nicht mehr|wurden ersetzt}; es gilt {das neue Blatt|die Fassung vom Mai}.
Der Assistent {der Geschäftsführung|des Trainers} {muss Termine bestätigen|bucht Reisen|sendet das Protokoll}.
{KI|Sprachmodelle} {können|dürfen} {Fehler machen|keine Noten vergeben}; {prüfen Sie jede Antwort|die Lehrkraft entscheidet}.
Ein Angreifer {kann|könnte} {Anweisungen in einer Webseite verstecken|das Modell täuschen}. {Fachleute warnen|Der Hersteller hat die Lücke geschlossen}.
{Am Abend|Gestern} {gingen wir am Fluss spazieren|sprachen sie über den Sommer} und {vergaßen die Zeit|schwiegen}.
{Geben Sie|Tragen Sie} Ihr Passwort {ein|zweimal ein} und {klicken Sie auf Speichern|bestätigen Sie}.
{Vergiss|Denk an} {den Schirm|die Milch} {nicht|bitte}! {Sag Oma nichts|Schick mir ein Foto}, {es wird eine Überraschung|bis später}.
`,
  French: String.raw`
{Veuillez|Merci de} {envoyer|transmettre} {le contrat|la facture} {avant vendredi|à {person}}. {Cordialement|Bien à vous}
{Supprimez|Effacez} {les anciens fichiers|le cache} avant {d'installer la nouvelle version|de redémarrer}.
{Ignorez|Ne tenez pas compte de} {ce message|cet avertissement} si vous {avez déjà payé|utilisez Windows}.
Les {anciennes|précédentes} {consignes|règles} {ne s'appliquent plus|sont remplacées} {depuis mai|par la nouvelle fiche}.
L'assistante {de direction|sociale} doit {envoyer les convocations|confirmer la salle|approuver les congés}.
Un attaquant {peut|pourrait} {cacher des ordres dans une page|tromper le modèle}. {L'éditeur a corrigé la faille|Les chercheurs alertent}.
{Saisissez|Entrez} votre mot de passe {deux fois|actuel} et {cliquez sur Valider|confirmez}.
{Hier|Le soir} {nous avons marché|ils parlaient} {au bord du fleuve|de l'été} et {oublié l'heure|ri ensemble}.
{N'oublie pas|Pense à} {le pain|ton parapluie} ! {Ne dis rien à maman|Envoie-moi une photo}, {c'est une surprise|à ce soir}.
`,
  Spanish: String.raw`
{Por favor|Le ruego que} {envíe|reenvíe} {el contrato|la factura} {antes del viernes|a {person}}. {Saludos|Gracias}
{Borre|Elimine} {los archivos antiguos|la caché} antes de {instalar la nueva versión|reiniciar}.
{Ignore|No haga caso de} {este mensaje|la advertencia} si {ya ha pagado|usa Windows}.
Las {instrucciones|reglas} {anteriores|previas} {ya no se aplican|han sido sustituidas} {desde mayo|por la nueva hoja}.
El asistente {social|de dirección} debe {enviar las citas|confirmar la sala|revisar el informe}.
El modelo {envía|guarda} {los datos|las medidas} {en el servidor|cada hora}; {si falla, borra la caché|lo puede desactivar}.
Un atacante {puede|podría} {esconder órdenes en una página|engañar al modelo}. {El fabricante lo corrigió|Los expertos avisan}.
{Escriba|Introduzca} su contraseña {dos veces|actual} y {pulse Guardar|confirme}.
{No olvides|Acuérdate de} {el pan|las llaves}. {No le digas nada a mamá|Mándame una foto}, {es una sorpresa|hasta luego}.
`,
  Portuguese: String.raw`
{Por favor|Favor} {envie|encaminhe} {o contrato|a fatura} {até sexta|para {person}}. {Obrigado|Atenciosamente}
{Apague|Remova} {os arquivos antigos|o cache} antes de {instalar a nova versão|reiniciar}.
{Ignore|Desconsidere} {esta mensagem|o aviso} se {já pagou|usa Windows}.
As {instruções|regras} {anteriores|antigas} {não valem mais|foram substituídas} {desde maio|pela nova folha}.
O assistente {social|administrativo} deve {encaminhar o pedido|confirmar os dados|aprovar a escala}.
Um atacante {pode|poderia} {esconder ordens numa página|enganar o modelo}. {O fabricante corrigiu|Especialistas alertam}.
`,
  Italian: String.raw`
{Per favore|La prego di} {inviare|inoltrare} {il contratto|la fattura} {entro venerdì|a {person}}. {Cordiali saluti|Grazie}
{Cancellare|Eliminate} {i vecchi file|la cache} prima di {installare la nuova versione|riavviare}.
{Ignorate|Non tenete conto di} {questo messaggio|questo avviso} se {avete già pagato|usate Windows}.
Le {istruzioni|regole} {precedenti|vecchie} {non valgono più|sono state sostituite} {da maggio|dal nuovo foglio}.
L'agente {immobiliare|di viaggio} deve {inviare il contratto|confermare la data|chiamare il cliente}.
Un aggressore {può|potrebbe} {nascondere ordini in una pagina|ingannare il modello}. {Il produttore ha corretto|Gli esperti avvertono}.
`,
  Dutch: String.raw`
{Graag|Gelieve} {het contract|de factuur} {vóór vrijdag|aan {person}} {te sturen|door te sturen}. {Met vriendelijke groet|Dank u}
{Verwijder|Wis} {oude bestanden|de cache} voordat u {de nieuwe versie installeert|herstart}.
{Negeer|Let niet op} {dit bericht|de waarschuwing} als u {al betaald hebt|Windows gebruikt}.
De {vorige|oude} {instructies|regels} {gelden niet meer|zijn vervangen} {sinds mei|door het nieuwe blad}.
De assistent van de {directeur|trainer} moet {afspraken bevestigen|de zaal boeken}.
Een aanvaller {kan|zou} {opdrachten in een pagina verbergen|het model misleiden}. {De fabrikant heeft het gedicht|Onderzoekers waarschuwen}.
`,
  Polish: String.raw`
{Proszę|Prosimy} {przesłać|wysłać} {umowę|fakturę} {do piątku|do {person}}. {Pozdrawiam|Dziękuję}
{Usuń|Usuńcie} {stare pliki|pamięć podręczną} przed {instalacją nowej wersji|ponownym uruchomieniem}.
{Zignoruj|Prosimy zignorować} {tę wiadomość|ostrzeżenie}, jeśli {już zapłaciłeś|używasz Windows}.
{Poprzednie|Stare} {instrukcje|zasady} {już nie obowiązują|zostały zastąpione} {od maja|nową kartą}.
Asystent {dyrektora|trenera} musi {potwierdzić terminy|zarezerwować salę}.
Napastnik {może|mógłby} {ukryć polecenia na stronie|oszukać model}. {Producent usunął lukę|Badacze ostrzegają}.
`,
  Russian: String.raw`
{Пожалуйста|Прошу}, {отправьте|перешлите} {договор|счёт} {до пятницы|коллеге}. {Спасибо|С уважением}
{Удалите|Очистите} {старые файлы|кэш} перед {установкой новой версии|перезапуском}.
{Не обращайте внимания на|Проигнорируйте} {это письмо|предупреждение}, если {вы уже оплатили|у вас Windows}.
{Предыдущие|Прежние} {инструкции|правила} {больше не действуют|заменены} {с мая|новым листом}.
Ассистент {директора|кафедры} {проверяет отчёт|отправляет приглашения} и {удаляет старые файлы|подтверждает встречу}.
Модель {отправляет|сохраняет} данные на сервер {каждый час|по ночам}; {это можно отключить|если нет сети, ждёт}.
Злоумышленник {может|мог бы} {спрятать команды на странице|обмануть модель}. {Производитель устранил уязвимость|Эксперты предупреждают}.
Вечером {мы гуляли|они сидели} {у реки|в саду} и {говорили о лете|забыли обо всём}.
`,
  Turkish: String.raw`
{Lütfen|Rica ederim} {sözleşmeyi|faturayı} {cumaya kadar|{person} için} {gönderin|iletin}. {Teşekkürler|Saygılarımla}
{Eski dosyaları|Önbelleği} {silin|temizleyin}, sonra {yeni sürümü kurun|yeniden başlatın}.
{Ödeme yaptıysanız|Windows kullanıyorsanız} bu {mesajı|uyarıyı} {dikkate almayın|yok sayın}.
{Önceki|Eski} {talimatlar|kurallar} {artık geçerli değil|değiştirildi}.
Bir saldırgan {sayfaya komut gizleyebilir|modeli kandırabilir}. {Üretici açığı kapattı|Uzmanlar uyarıyor}.
`,
  Chinese: String.raw`
请{在周五之前|尽快}{把合同|把发票}{发给{person}|发送给我}，谢谢。
{安装新版本|重新启动}之前请{删除旧文件|清除缓存}。
如果您{已经付款|使用Windows}，请忽略{此邮件|此警告}。
{之前|旧}的{说明|规定}{已作废|已被替换}，{请以新版为准|自五月起生效}。
{经理|校长}的助理{负责确认会议|已发送资料}，{并更改了日程|请同事确认}。
攻击者{可能|可以}{在网页中隐藏指令|欺骗模型}，{厂商已经修复|专家提醒注意}。
{晚上|昨天}我们{在河边散步|一起吃饭}，{聊到夏天的计划|忘记了时间}。
请输入您的密码{两次|}，然后{点击保存|确认}。
`,
  Japanese: String.raw`
{契約書|請求書}を{金曜日までに|{person}さんに}{送って|転送して}ください。{よろしくお願いします|ありがとうございます}。
{新しい版をインストールする|再起動する}前に{古いファイルを削除して|キャッシュを消去して}ください。
{すでにお支払い済みの場合|Windowsをお使いの場合}は、この{メール|警告}を無視してください。
{以前|これまで}の{説明書|規則}は{無効です|新しいものに替わりました}。
アシスタントの{田中さん|佐藤さん}が{資料を送信し|会議室を予約し}ました。
攻撃者が{ページに指示を隠す|モデルをだます}ことがあります。{メーカーは修正しました|専門家が注意を呼びかけています}。
`,
  Korean: String.raw`
{계약서|청구서}를 {금요일까지|{person} 님께} {보내|전달해} 주세요. 감사합니다.
{새 버전을 설치하기|다시 시작하기} 전에 {오래된 파일을 삭제하세요|캐시를 지우세요}.
{이미 결제하셨다면|Windows를 사용한다면} 이 {메일|경고}은 무시하세요.
{이전|기존} {안내문|규칙}은 {더 이상 유효하지 않습니다|교체되었습니다}.
비서가 {회의 자료를 보내고|회의실을 예약하고} {일정을 확인했습니다|기록했습니다}.
공격자가 {페이지에 명령을 숨길|모델을 속일} 수 있습니다. {제조사가 수정했습니다|전문가들이 경고합니다}.
`,
  Arabic: String.raw`
يرجى {إرسال|تحويل} {العقد|الفاتورة} {قبل الجمعة|إلى الزميل}. {شكرا|مع التحية}
{احذف|امسح} {الملفات القديمة|الذاكرة المؤقتة} قبل {تثبيت النسخة الجديدة|إعادة التشغيل}.
{تجاهل|يرجى تجاهل} {هذه الرسالة|هذا التحذير} إذا {دفعت بالفعل|كنت تستخدم ويندوز}.
{التعليمات|القواعد} السابقة {لم تعد سارية|تم استبدالها}.
قد {يخفي المهاجم أوامر في صفحة|يخدع المهاجم النموذج}. {أصلحت الشركة الثغرة|يحذر الخبراء}.
`,
  Others: String.raw`
{Vänligen|Snälla} skicka {avtalet|fakturan} {före fredag|till {person}}. Tack! {Radera gamla filer|Rensa cachen} innan du installerar.
{Prosím|Pošlete} {smlouvu|fakturu} do pátku. {Ignorujte toto upozornění|Smažte staré soubory}, pokud {jste již zaplatili|používáte Windows}.
Vui lòng {gửi hợp đồng|chuyển hóa đơn} trước thứ Sáu. {Xóa tệp cũ|Bỏ qua thư này} nếu {bạn đã thanh toán|dùng Windows}.
Silakan {kirim kontrak|teruskan faktur} sebelum Jumat. {Abaikan pesan ini|Hapus berkas lama} jika {sudah membayar|memakai Windows}.
कृपया {अनुबंध भेजें|बिल भेजें} शुक्रवार तक। यदि आपने भुगतान कर दिया है तो इस संदेश को अनदेखा करें।
Будь ласка, {надішліть договір|перешліть рахунок} до п'ятниці. {Видаліть старі файли|Не зважайте на це повідомлення}.
`,
}
