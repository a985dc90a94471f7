/** Aliases that PowerShell ships with, on Windows and elsewhere. Keys in lower case. */
const TABLE = `
% ForEach-Object; ? Where-Object; ac Add-Content; asnp Add-PSSnapin; cat Get-Content; cd Set-Location; cfs ConvertFrom-String; chdir Set-Location;
clc Clear-Content; clear Clear-Host; clhy Clear-History; cli Clear-Item; clp Clear-ItemProperty; cls Clear-Host; clv Clear-Variable; cnsn Connect-PSSession;
compare Compare-Object; copy Copy-Item; cp Copy-Item; cpi Copy-Item; cpp Copy-ItemProperty; cvpa Convert-Path; dbp Disable-PSBreakpoint; del Remove-Item;
diff Compare-Object; dir Get-ChildItem; dnsn Disconnect-PSSession; ebp Enable-PSBreakpoint; echo Write-Output; epal Export-Alias; epcsv Export-Csv; epsn Export-PSSession;
erase Remove-Item; etsn Enter-PSSession; exsn Exit-PSSession; fc Format-Custom; fhx Format-Hex; fl Format-List; foreach ForEach-Object; ft Format-Table; fw Format-Wide;
gal Get-Alias; gbp Get-PSBreakpoint; gc Get-Content; gcb Get-Clipboard; gci Get-ChildItem; gcim Get-CimInstance; gcm Get-Command; gcms Get-CimSession; gcs Get-PSCallStack; gdr Get-PSDrive;
ghy Get-History; gi Get-Item; gin Get-ComputerInfo; gjb Get-Job; gl Get-Location; gm Get-Member; gmo Get-Module; gp Get-ItemProperty; gps Get-Process;
gpv Get-ItemPropertyValue; group Group-Object; gsn Get-PSSession; gsnp Get-PSSnapin; gsv Get-Service; gtz Get-TimeZone; gu Get-Unique; gv Get-Variable; gwmi Get-WmiObject;
h Get-History; history Get-History; icm Invoke-Command; iex Invoke-Expression; ihy Invoke-History; ii Invoke-Item; ipal Import-Alias; ipcsv Import-Csv; ipmo Import-Module;
ipsn Import-PSSession; irm Invoke-RestMethod; iwmi Invoke-WmiMethod; iwr Invoke-WebRequest; kill Stop-Process; lp Out-Printer; ls Get-ChildItem; man Get-Help; md New-Item;
measure Measure-Object; mi Move-Item; mount New-PSDrive; move Move-Item; mp Move-ItemProperty; mv Move-Item; nal New-Alias; ncms New-CimSession; ndr New-PSDrive; ni New-Item; nmo New-Module;
npssc New-PSSessionConfigurationFile; nsn New-PSSession; nv New-Variable; nwsn New-PSWorkflowSession; ogv Out-GridView; oh Out-Host; popd Pop-Location; ps Get-Process; pushd Push-Location; pwd Get-Location; r Invoke-History;
rbp Remove-PSBreakpoint; rcie Register-CimIndicationEvent; rcim Remove-CimInstance; rcjb Receive-Job; rcms Remove-CimSession; rcsn Receive-PSSession; rd Remove-Item; rdr Remove-PSDrive; ren Rename-Item; ri Remove-Item; rjb Remove-Job;
rm Remove-Item; rmdir Remove-Item; rmo Remove-Module; rni Rename-Item; rnp Rename-ItemProperty; rp Remove-ItemProperty; rsn Remove-PSSession; rsnp Remove-PSSnapin; rujb Resume-Job;
rv Remove-Variable; rvpa Resolve-Path; rwmi Remove-WmiObject; sajb Start-Job; sal Set-Alias; saps Start-Process; sasv Start-Service; sbp Set-PSBreakpoint; sc Set-Content; scb Set-Clipboard; scim Set-CimInstance;
select Select-Object; set Set-Variable; shcm Show-Command; si Set-Item; sl Set-Location; sleep Start-Sleep; sls Select-String; sort Sort-Object; sp Set-ItemProperty;
spjb Stop-Job; spps Stop-Process; spsv Stop-Service; start Start-Process; stz Set-TimeZone; sujb Suspend-Job; sv Set-Variable; swmi Set-WmiInstance; tee Tee-Object; trcm Trace-Command; tree tree; type Get-Content;
wget Invoke-WebRequest; curl Invoke-WebRequest; where Where-Object; wjb Wait-Job; write Write-Output; mkdir New-Item; more Out-Host; icim Invoke-CimMethod; gerr Get-Error; gcai Get-CimAssociatedInstance; gcls Get-CimClass; ncim New-CimInstance; ncso New-CimSessionOption; inmo Import-Module; sasp Start-Process; help Get-Help`

const aliases = new Map(
  TABLE.split(';').map((row): readonly [string, string] => {
    const [from, to] = row.trim().split(' ')
    return [from!.toLowerCase(), to!.toLowerCase()]
  }),
)

/** The cmdlet an alias stands for, in lower case; module qualifiers are removed. */
export function canonicalName(typed: string): string {
  const bare = typed
    .toLowerCase()
    .replace(/^microsoft\.powershell\.[a-z.]+\\/, '')
    .replace(/^(?:cimcmdlets|scheduledtasks|netsecurity|defender|bitstransfer|dnsclient)\\/, '')
  return aliases.get(bare) ?? bare
}
