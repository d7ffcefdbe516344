# Completion of dossier for fish: dossier completion fish > ~/.config/fish/completions/dossier.fish
function __dossier_words
	set -l words (commandline -opc)
	set -l cur (commandline -ct)
	set -l found (eval $words[1] complete-words -- (string escape -- $words[2..-1] $cur) 2>/dev/null)
	if string match -q -- '*:files*' $found
		__fish_complete_path (string replace -r '^--[^=]*=' '' -- $cur)
	else if string match -q -- '*:folders*' $found
		__fish_complete_directories (string replace -r '^--[^=]*=' '' -- $cur)
	else
		printf '%s\n' $found
	end
end
complete -c dossier -f -a '(__dossier_words)'
